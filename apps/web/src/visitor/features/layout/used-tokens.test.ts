import { readFileSync } from 'node:fs'
import { LOOK_PRESETS } from '@sportello/contract'
import { expect, test } from 'vitest'
import { usedTokens } from './used-tokens.ts'

const tokens = readFileSync(new URL(import.meta.resolve('design-tokens-italia/dist/css/variables.css')), 'utf8')
const style = readFileSync(new URL('../../styles/italia.css', import.meta.url), 'utf8')

test('usedTokens returns the tokens that a style sheet uses, and those that these refer to', () => {
  expect(usedTokens('a{color:var(--it-a)}', ':root{--it-a: var(--it-b); /* x */ --it-b:#123456;--it-c:red}')).toBe(':root{--it-a:var(--it-b);--it-b:#123456}')
})

test('usedTokens rejects a token that is not defined', () => {
  expect(() => usedTokens('a{color:var(--it-x)}', ':root{--it-a:red}')).toThrow('--it-x')
})

test('the look "italia" uses only tokens of the Design System Italia, and its preset has the primary colour of that system', () => {
  const rule = usedTokens(`${style} a{color:var(--it-color-background-primary)}`, tokens)
  expect(/--it-color-blue-40:(#\w+)/.exec(rule)?.[1]).toBe(LOOK_PRESETS.italia.params.brand_color)
  expect(rule).toContain("--it-font-sans:'Titillium Web'")
})
