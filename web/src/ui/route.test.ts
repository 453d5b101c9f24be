import { expect, test } from 'vitest'
import { match } from './route'

test('a path fits its pattern, with or without a slash at the end', () => {
  expect(match('/rules/dojo', '/rules/dojo')).toEqual({})
  expect(match('/rules/dojo', '/rules/dojo/')).toEqual({})
  expect(match('/', '/')).toEqual({})
})

test('a parameter is decoded', () => {
  expect(match('/join/:code', '/join/AB%20C')).toEqual({ code: 'AB C' })
})

test('other paths do not fit', () => {
  expect(match('/join', '/join/ABCD')).toBeNull()
  expect(match('/', '/rules')).toBeNull()
})

test('an address that says nothing fits no pattern', () => {
  expect(match('/t/:id', '/t/%E0%A4%A')).toBeNull()
})
