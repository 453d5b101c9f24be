"""Curves as an SVG file, without matplotlib."""


def plot(file, title, curves, x="", y=""):
    """`curves` is {name: [(x, y), …]}."""
    points = [point for curve in curves.values() for point in curve]
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    low, high = min(p[1] for p in points), max(p[1] for p in points)
    wide, tall = (right - left) or 1, (high - low) or 1

    def at(point):
        return f"{60 + 500 * (point[0] - left) / wide:.1f},{320 - 270 * (point[1] - low) / tall:.1f}"

    colours = ("#b3362b", "#2f5d8a", "#5b7a3a", "#8a5a9c")
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 370" font-family="sans-serif" '
        'font-size="13">',
        '<rect width="600" height="370" fill="#fff"/>',
        f'<text x="60" y="28" font-size="16">{title}</text>',
        '<path d="M60 50V320H560" fill="none" stroke="#444"/>',
        f'<text x="560" y="358" text-anchor="end">{x}</text>',
        f'<text x="66" y="60">{y}</text>',
    ]
    for value, where in ((low, 320), (high, 54)):
        parts.append(f'<text x="54" y="{where}" text-anchor="end">{value:.4g}</text>')
    for value, where in ((left, 60), (right, 560)):
        parts.append(f'<text x="{where}" y="338" text-anchor="middle">{value:.4g}</text>')
    for i, (name, curve) in enumerate(curves.items()):
        colour = colours[i % len(colours)]
        line = " ".join(at(point) for point in curve)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="556" y="{70 + 18 * i}" text-anchor="end" fill="{colour}">{name}</text>')
    with open(file, "w", encoding="utf-8") as out:
        out.write("\n".join(parts) + "\n</svg>\n")
