import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftHandle, forgetHandle, keepHandle } from './saved-handle.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const path = (...codes: string[]) => codes.map((code_tag) => ({ code_tag }))
const until = '2026-12-28T10:00:00Z'

test('a submission ends the saved draft of its way through the form', () => {
  keepHandle('town', { save: 'first', until, step: 'roads' })
  expect(draftHandle('town', path('root', 'roads', 'hole'))).toBe('first')
  keepHandle('town', { key: 'link', until, step: 'hole' })
  expect(draftHandle('town', path('root', 'roads', 'hole'))).toBe('link')
  forgetHandle('town')
  expect(draftHandle('town', path('root', 'roads', 'hole'))).toBeUndefined()
})

test('a submission on another way, or of another form, leaves the saved draft alone', () => {
  keepHandle('town', { save: 'first', until, step: 'roads' })
  expect(draftHandle('town', path('root', 'animals'))).toBeUndefined()
  expect(draftHandle('library', path('root', 'roads'))).toBeUndefined()
})
