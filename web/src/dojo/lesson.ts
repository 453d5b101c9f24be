// The lesson: what the learner has seen done, what to say about it, and what to do next.

import { about, count, t, type Key } from '../i18n/i18n.svelte'
import { cardName } from '../i18n/names'
import type { Seat } from '../protocol'
import type { Moment } from './changes'

export const topics = ['give', 'challenge', 'place', 'hang', 'score'] as const
export type Topic = (typeof topics)[number]

export interface Lesson {
  done: Topic[]
  /** What the learner's last deed led to. */
  reaction: string
}

export const begin: Lesson = { done: [], reaction: '' }

/** Without a trophy won by then, the lesson goes on without one. */
const longest = 5
const likely = 0.6
const unlikely = 0.4

/** What happened between two moments of the table, in the eyes of who learns. */
export function follow({ done, reaction }: Lesson, before: Moment, after: Moment, me: Seat): Lesson {
  const [was, is] = [before.position, after.position]
  const [mine, my] = [was.dojos[me]!, is.dojos[me]!]
  const name = (seat: Seat) => after.players[seat]!.name
  const learnt = new Set(done)
  const say = (key: Key, values = {}) => (reaction = t(key, values))

  if (was.phase === 'give' && was.to_act.includes(me)) {
    const to = is.giving_order[was.giving_order.length]
    if (to === me) say('learn.gave.me')
    else if (to !== undefined) say('learn.gave', { name: name(to) })
    if (is.phase !== 'give') learnt.add('give')
  }
  if (was.phase === 'ask' && was.to_act.includes(me) && !is.duel) say('learn.passed')
  if (is.duel && is.duel.winner !== null && !was.duel) {
    const { challenger, winner } = is.duel
    if (challenger === me) {
      learnt.add('challenge')
      say(winner === me ? 'learn.won' : 'learn.lost')
    } else if (is.dealer === me) {
      say(winner === me ? 'learn.defended' : 'learn.beaten', { name: name(challenger) })
    } else {
      say('learn.others', { challenger: name(challenger), dealer: name(is.dealer), winner: name(winner!) })
    }
  }
  if (my.cards.length > mine.cards.length) {
    // The first card has one place only and goes there by itself.
    if (my.cards.length > 1) learnt.add('place')
    const more = my.worth - mine.worth
    const points = count('points', my.worth)
    if (my.cards.length === 1) say('learn.first')
    else if (more > 0) say('learn.placed.more', { more, points })
    else say('learn.placed', { points })
  }
  if (my.rows.length + my.columns.length > mine.rows.length + mine.columns.length) {
    learnt.add('hang')
    const trophy = was.prize ?? was.face_up
    if (trophy) say('learn.hung', { trophy: t(`trophy.${trophy}`), line: t(`trophy.${trophy}.line`) })
  }
  if (is.phase === 'over') learnt.add('score')
  return { done: topics.filter((topic) => learnt.has(topic)), reaction }
}

/** Whether the rest may be left to the house. */
export const enough = ({ done }: Lesson, { position }: Moment) =>
  position.round > longest || topics.every((topic) => topic === 'score' || done.includes(topic))

/** What to do now, or what to watch for. */
export function instruction(lesson: Lesson, moment: Moment, me: Seat): string {
  const { position, own, players } = moment
  const move = own?.legal[0]
  if (position.phase === 'over') return t('learn.counted')
  if (enough(lesson, moment)) return t('learn.enough')
  if (!own || !move) {
    if (position.phase === 'ask' && position.dealer === me) return t('learn.wait.ask')
    if (position.phase === 'train') return t('learn.wait.train')
    if (position.duel) return ''
    return own?.hand ? t('learn.hand', { card: cardName(own.hand) }) : about('learn.recruit', players[position.dealer]!)
  }
  if ('give' in move) return t(position.giving_order.length === 0 ? 'learn.give' : 'learn.give.next')
  if ('challenge' in move) {
    const chance = (own.odds?.permille ?? 0) / 1000
    const advice = chance >= likely ? 'strong' : chance <= unlikely ? 'weak' : 'even'
    return t(`learn.challenge.${advice}`, { percent: Math.round(100 * chance) })
  }
  if ('swap' in move) return t('learn.swap')
  if ('place' in move) return t(lesson.done.includes('place') ? 'learn.place.more' : 'learn.place')
  if ('trophy_at' in move && position.prize)
    return t('learn.hang', { trophy: t(`trophy.${position.prize}`), line: t(`trophy.${position.prize}.line`) })
  return ''
}
