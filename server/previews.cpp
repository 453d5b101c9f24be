#include "server/previews.h"

#include <algorithm>
#include <array>

namespace tatami::server {

namespace {

struct Preview {
  std::string_view path;
  std::string_view picture;
  std::string_view title;
  std::string_view text;
};

constexpr std::array<Preview, 4> previews = {{
    {"/t", "table", "A table at Tatami",
     "Take a seat or watch: a tabletop game in the browser, without an account."},
    {"/join", "table", "A table at Tatami",
     "Take a seat or watch: a tabletop game in the browser, without an account."},
    {"/replay", "replay", "A game at Tatami, move by move",
     "Watch a finished game, and see which decisions mattered."},
    {"/puzzle", "puzzle", "The puzzle of the day at Tatami",
     "One position of Dojo, one best choice: the same for everybody, every day another."},
}};

const Preview* preview_of(std::string_view path) {
  const auto* const found = std::ranges::find_if(previews, [&](const Preview& each) {
    return path.starts_with(each.path) &&
           (path.size() == each.path.size() || path[each.path.size()] == '/');
  });
  return found == previews.end() ? nullptr : &*found;
}

// As the value of an attribute.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

bool has_preview(std::string_view path) { return preview_of(path) != nullptr; }

std::string with_preview(std::string_view html, std::string_view path, std::string_view origin) {
  const Preview* const preview = preview_of(path);
  const std::size_t end = html.find("</head>");
  std::string out{html};
  if (!preview || end == std::string_view::npos) return out;
  std::string tags;
  const auto add = [&](std::string_view property, std::string_view content) {
    ((tags += "<meta property=\"") += property) += "\" content=\"" + escaped(content) + "\" />\n";
  };
  const std::string base{origin};
  add("og:site_name", "Tatami");
  add("og:type", "website");
  add("og:title", preview->title);
  add("og:description", preview->text);
  add("og:url", base + std::string{path});
  add("og:image", base + "/preview-" + std::string{preview->picture} + ".png");
  add("og:image:width", "1200");
  add("og:image:height", "630");
  add("twitter:card", "summary_large_image");
  return out.insert(end, tags);
}

}  // namespace tatami::server
