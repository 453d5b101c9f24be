// A finished game as one picture to send to others, drawn on a canvas.

import { beltOf, discipleOf } from '../art/cards'
import { crests } from '../art/crests'
import { t } from '../i18n/i18n.svelte'
import type { Card, DojoResult, Trophy } from '../protocol'
import { victory } from '../replay/words'
import { ranking } from './result'
import { columns, rows } from './sheet'
import type { Player } from './types'

const width = 1200
const margin = 40
const head = 150
const card = { width: 66, height: 92, gap: 6 }
const tag = 22
const dojo = {
  width: tag + columns * (card.width + card.gap) + 40,
  height: 56 + tag + rows * (card.height + card.gap) + 36,
}
const across = 3

/** The page's own colours and faces, by day: a picture has no theme. */
const ink = '#24211d'
const soft = '#5e564a'
const paper = '#f4eddd'
const mat = '#f6efda'
const cedar = '#c69a68'
const vermilion = '#b5301b'
const gold = '#b8862b'
const belts = ['#fdfaf1', '#e8b93a', '#4b7a45', '#2c5a8f', '#211f1d']
const display = "'Zen Antique', Georgia, serif"
const text = 'system-ui, sans-serif'

function drawCrest(pen: CanvasRenderingContext2D, of: Card, x: number, y: number, size: number) {
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 100, size / 100)
  const wild = discipleOf(of) === 'R'
  pen.beginPath()
  pen.arc(0, 0, wild ? 45.5 : 46.5, 0, 2 * Math.PI)
  pen.lineWidth = wild ? 5.5 : 3.5
  pen.strokeStyle = wild ? gold : ink
  pen.stroke()
  const tones = { ink, cut: mat, gold }
  for (const { tone, d, mirrored } of crests[discipleOf(of)])
    for (const side of mirrored ? [1, -1] : [1]) {
      pen.save()
      pen.scale(side, 1)
      pen.fillStyle = tones[tone]
      pen.fill(new Path2D(d))
      pen.restore()
    }
  pen.restore()
}

function drawCard(pen: CanvasRenderingContext2D, of: Card, x: number, y: number) {
  const { width: w, height: h } = card
  const rank = beltOf(of)
  const band = 26
  pen.fillStyle = mat
  pen.fillRect(x, y, w, h)
  drawCrest(pen, of, x + w / 2, y + (h - band) / 2, w - 6)
  pen.fillStyle = belts[rank - 1]!
  pen.fillRect(x, y + h - band, w, band)
  pen.fillStyle = rank > 2 ? '#fff' : ink
  write(pen, String(rank), x + w / 2, y + h - band / 2, `bold 20px ${text}`, 'center')
  pen.strokeStyle = ink
  pen.lineWidth = 1
  pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1)
}

function write(
  pen: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  font: string,
  align: CanvasTextAlign = 'left',
  room?: number,
) {
  pen.font = font
  pen.textAlign = align
  pen.textBaseline = 'middle'
  pen.fillText(words, x, y, room)
}

/** A trophy is a lacquered tag with its name. */
function drawTrophy(pen: CanvasRenderingContext2D, trophy: Trophy, x: number, y: number, isRow: boolean) {
  const long = isRow ? card.height : card.width
  pen.save()
  pen.translate(x, y)
  if (isRow) pen.rotate(-Math.PI / 2)
  pen.fillStyle = isRow ? ink : '#c4702c'
  pen.fillRect(-long / 2, -tag / 2 + 1, long, tag - 3)
  pen.fillStyle = isRow ? mat : ink
  const name = t(`trophy.${trophy}`)
  const [first, ...rest] = name.split(' ')
  const lines = name.length > 10 ? [first!, rest.join(' ')].filter((line) => line !== '') : [name]
  const high = lines.length > 1 ? 9 : 12
  for (const [i, line] of lines.entries())
    write(pen, line, 0, (i - (lines.length - 1) / 2) * high, `bold ${high}px ${text}`, 'center', long - 4)
  pen.restore()
}

function drawDojo(
  pen: CanvasRenderingContext2D,
  { rows: rowScores, columns: columnScores, arrangement, row_trophies, column_trophies }: DojoResult['sheets'][number],
  left: number,
  top: number,
) {
  const [w, h] = [card.width + card.gap, card.height + card.gap]
  pen.fillStyle = cedar
  pen.fillRect(left + tag - card.gap, top + tag - card.gap, columns * w + card.gap, rows * h + card.gap)
  for (const [r, line] of arrangement.entries())
    for (const [c, each] of line.entries()) drawCard(pen, each, left + tag + c * w, top + tag + r * h)
  for (const [r, { points }] of rowScores.entries()) {
    const y = top + tag + r * h + card.height / 2
    pen.fillStyle = ink
    write(pen, String(points), left + tag + columns * w + 16, y, `22px ${display}`, 'center')
    if (row_trophies[r]) drawTrophy(pen, row_trophies[r], left + tag / 2 - 4, y, true)
  }
  for (const [c, { points }] of columnScores.entries()) {
    const x = left + tag + c * w + card.width / 2
    pen.fillStyle = ink
    write(pen, String(points), x, top + tag + rows * h + 16, `22px ${display}`, 'center')
    if (column_trophies[c]) drawTrophy(pen, column_trophies[c], x, top + tag / 2 - 4, false)
  }
}

/** Everybody's dojo as it was counted, the winner's first. */
export function drawGame(result: DojoResult, players: Player[]): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const lines = Math.ceil(players.length / across)
  canvas.width = width
  canvas.height = head + lines * (dojo.height + margin)
  const pen = canvas.getContext('2d')!
  pen.fillStyle = paper
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = vermilion
  pen.fillRect(0, 0, width, 8)
  pen.fillStyle = ink
  // Others look at it: by name, where there is one.
  const winners = result.winners.map((seat) => players[seat]!)
  const title = victory(winners.map(({ name }) => ({ name, me: name === t('player.me') })))
  write(pen, title, margin, 66, `52px ${display}`, 'left', width - 2 * margin)
  pen.fillStyle = soft
  write(pen, `${t('app.name')} · ${t('game.dojo')}`, margin, 118, `24px ${text}`)
  for (const [i, { seat, place, points }] of ranking(result).entries()) {
    const inLine = Math.min(across, players.length - Math.floor(i / across) * across)
    const step = (width - 2 * margin) / inLine
    const left = margin + (i % across) * step + (step - dojo.width) / 2
    const top = head + Math.floor(i / across) * (dojo.height + margin)
    pen.fillStyle = place === 1 ? vermilion : ink
    write(
      pen,
      t('count.place', { place, name: players[seat]!.name }),
      left + tag,
      top + 24,
      `28px ${display}`,
      'left',
      dojo.width - 100,
    )
    write(pen, String(points), left + dojo.width - 24, top + 24, `bold 32px ${display}`, 'right')
    drawDojo(pen, result.sheets[seat]!, left, top + 50)
  }
  return canvas
}

/** Offers the picture to another program, or as a file where the device has no way to share. */
export async function sharePicture(result: DojoResult, players: Player[]) {
  await document.fonts.load(`52px ${display}`).catch(() => [])
  const canvas = drawGame(result, players)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) return
  const file = new File([blob], 'dojo.png', { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] }))
    try {
      return await navigator.share({ files: [file], title: t('game.dojo') })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
