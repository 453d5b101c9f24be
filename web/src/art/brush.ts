/** A brush stroke as an outline: the brush passes the points, pressed to each one's width. */
export function brush(points: [x: number, y: number, width: number][]): string {
  const smooth: [number, number, number][] = []
  const steps = 14
  for (let i = 0; i + 1 < points.length; ++i) {
    const [a, b, c, d] = [points[i - 1] ?? points[i]!, points[i]!, points[i + 1]!, points[i + 2] ?? points[i + 1]!]
    for (let s = 0; s < steps; ++s) {
      const t = s / steps
      const between = (k: 0 | 1 | 2) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t)
      smooth.push([between(0), between(1), between(2)])
    }
  }
  smooth.push(points.at(-1)!)

  const side = (sign: 1 | -1) =>
    smooth.map(([x, y, width], i) => {
      const [before, after] = [smooth[Math.max(0, i - 1)]!, smooth[Math.min(smooth.length - 1, i + 1)]!]
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
      const reach = (sign * Math.max(0, width)) / 2 / (Math.hypot(dx, dy) || 1)
      return `${(x - dy * reach).toFixed(1)} ${(y + dx * reach).toFixed(1)}`
    })
  return `M${[...side(1), ...side(-1).reverse()].join('L')}Z`
}
