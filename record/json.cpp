#include "record/json.h"

#include <algorithm>
#include <charconv>

namespace tatami::json {

namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

void append_utf8(std::string& out, unsigned code) {
  const auto byte = [&](unsigned b) { out.push_back(static_cast<char>(b)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// How many bytes the well-formed UTF-8 character at the start of `text` has; 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const unsigned second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second >= 0xA0;
  const bool too_high = lead == 0xF4 && second >= 0x90;
  return overlong || surrogate || too_high ? 0 : length;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Value, Problem> parse() {
    Value value;
    if (!read(value, 0)) return problem();
    skip_space();
    if (at_ < text_.size()) {
      fail("expected nothing more");
      return problem();
    }
    return value;
  }

 private:
  Problem problem() const { return {"column " + std::to_string(at_ + 1) + ": " + wrong_}; }

  bool fail(const char* what) {
    if (wrong_.empty()) wrong_ = what;
    return false;
  }

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n'))
      ++at_;
  }

  bool next_is(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool read(Value& value, int depth) {
    skip_space();
    if (at_ >= text_.size()) return fail("expected a value, found the end of the line");
    switch (text_[at_]) {
      case '{':
        return depth < deepest ? read_object(value, depth + 1) : fail("nested too deeply");
      case '[':
        return depth < deepest ? read_array(value, depth + 1) : fail("nested too deeply");
      case '"':
        value.kind = Kind::string;
        return read_string(value.text);
      case 't':
        value.boolean = true;
        return read_word("true", value, Kind::boolean);
      case 'f':
        return read_word("false", value, Kind::boolean);
      case 'n':
        return read_word("null", value, Kind::null);
      default:
        return read_number(value);
    }
  }

  bool read_word(std::string_view word, Value& value, Kind kind) {
    if (text_.substr(at_, word.size()) != word) return fail("expected a value");
    at_ += word.size();
    value.kind = kind;
    return true;
  }

  bool read_digits() {
    if (at_ >= text_.size() || !is_digit(text_[at_])) return fail("expected a digit");
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return true;
  }

  bool read_number(Value& value) {
    const std::size_t begin = at_;
    if (!next_is('-') && !is_digit(text_[at_])) return fail("expected a value");
    const std::size_t digits = at_;
    if (!read_digits()) return false;
    if (text_[digits] == '0' && at_ > digits + 1) {
      at_ = digits;
      return fail("a number may not begin with 0");
    }
    bool whole = true;
    if (next_is('.')) {
      whole = false;
      if (!read_digits()) return false;
    }
    if (next_is('e') || next_is('E')) {
      whole = false;
      if (!next_is('+')) next_is('-');
      if (!read_digits()) return false;
    }
    value.kind = Kind::number;
    if (whole) {
      const auto [end, error] =
          std::from_chars(text_.data() + begin, text_.data() + at_, value.integer);
      if (error == std::errc{}) value.kind = Kind::integer;
    }
    return true;
  }

  bool read_hex(unsigned& code) {
    code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = at_ < text_.size() ? text_[at_] : ' ';
      if (is_digit(c))
        code = code * 16 + static_cast<unsigned>(c - '0');
      else if ('a' <= c && c <= 'f')
        code = code * 16 + static_cast<unsigned>(c - 'a') + 10;
      else if ('A' <= c && c <= 'F')
        code = code * 16 + static_cast<unsigned>(c - 'A') + 10;
      else
        return fail("expected four hexadecimal digits");
    }
    return true;
  }

  bool read_escape(std::string& out) {
    static constexpr std::string_view letters = "\"\\/bfnrt";
    static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (next_is('u')) {
      unsigned code = 0;
      if (!read_hex(code)) return false;
      if (0xD800 <= code && code < 0xDC00) {
        unsigned low = 0;
        if (!next_is('\\') || !next_is('u') || !read_hex(low) || low < 0xDC00 || low >= 0xE000)
          return fail("half a character");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      } else if (0xDC00 <= code && code < 0xE000) {
        return fail("half a character");
      }
      append_utf8(out, code);
      return true;
    }
    const std::size_t letter =
        at_ < text_.size() ? letters.find(text_[at_]) : std::string_view::npos;
    if (letter == std::string_view::npos) return fail("unknown escape");
    ++at_;
    out.push_back(meanings[letter]);
    return true;
  }

  bool read_string(std::string& out) {
    if (!next_is('"')) return fail("expected a name in quotes");
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20) return fail("control character in a string");
      if (c == '\\') {
        ++at_;
        if (!read_escape(out)) return false;
        continue;
      }
      const std::size_t length = utf8_length(text_.substr(at_));
      if (length == 0) return fail("not UTF-8");
      out.append(text_.substr(at_, length));
      at_ += length;
    }
    return fail("the string has no end");
  }

  bool read_array(Value& value, int depth) {
    value.kind = Kind::array;
    ++at_;
    skip_space();
    if (next_is(']')) return true;
    do {
      if (!read(value.items.emplace_back(), depth)) return false;
      skip_space();
    } while (next_is(','));
    return next_is(']') || fail("expected ',' or ']'");
  }

  bool read_object(Value& value, int depth) {
    value.kind = Kind::object;
    ++at_;
    skip_space();
    if (next_is('}')) return true;
    do {
      skip_space();
      Field& field = value.fields.emplace_back();
      if (!read_string(field.name)) return false;
      skip_space();
      if (!next_is(':')) return fail("expected ':'");
      if (!read(field.value, depth)) return false;
      skip_space();
    } while (next_is(','));
    if (!next_is('}')) return fail("expected ',' or '}'");
    return names_differ(value) || fail("a field is given twice");
  }

  static bool names_differ(const Value& object) {
    std::vector<std::string_view> names;
    names.reserve(object.fields.size());
    for (const Field& field : object.fields) names.push_back(field.name);
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) == names.end();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string wrong_;
};

}  // namespace

const Value* Value::find(std::string_view name) const {
  for (const Field& field : fields)
    if (field.name == name) return &field.value;
  return nullptr;
}

Result<Value, Problem> parse(std::string_view text) { return Parser{text}.parse(); }

std::string quote(std::string_view text) {
  static constexpr std::string_view hex = "0123456789abcdef";
  std::string out = "\"";
  const auto plain = [](char c) { return ' ' <= c && c < 0x7F && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, plain)) return (out += text) += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    // Of a character below U+00C0 the last byte is the code itself.
    const bool low = length == 1 || (length == 2 && text.front() == '\xC2');
    const unsigned code = low ? static_cast<unsigned char>(text[length - 1]) : 0xFFFD;
    if (length == 0) {
      out += "\\ufffd";
    } else if (code == '"' || code == '\\') {
      out += '\\';
      out += text.front();
    } else if (code < 0x20 || (0x7F <= code && code < 0xA0)) {  // what could steer a terminal
      out += "\\u00";
      out += hex[code >> 4];
      out += hex[code & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out += '"';
}

std::string quote_briefly(std::string_view text) {
  static constexpr std::size_t longest = 40;
  if (text.size() <= longest) return quote(text);
  std::size_t end = longest;  // not in the middle of a character, which has at most four bytes
  while (end > longest - 4 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return quote(text.substr(0, end)) + "...";
}

}  // namespace tatami::json
