import { describe, expect, test } from 'vitest'
import { checkAnswer } from '../../define-input.ts'
import { slider } from './definition.ts'

const settings = {
  items: [
    { key: '0', value: 'Per niente', color: '#f00' },
    { key: 'molto', value: 'Molto' },
  ],
}
const context = { today: '', matches: () => true }

describe('a slider', () => {
  test.each<[why: string, answer: unknown, required: boolean, code: string | undefined]>([
    ['stands at an item', 'molto', true, undefined],
    ['stands at an item whose key is a nought', '0', true, undefined],
    ['was not moved', '', false, undefined],
    ['was not moved, and must be', '', true, 'selezionare_valore'],
    ['was left out, and must be moved', undefined, true, 'selezionare_valore'],
    ['stands beside its items', 'poco', false, 'opzione_non_valida'],
    ['carries the label instead of the key', 'Molto', false, 'opzione_non_valida'],
    ['carries a place instead of the key', 1, false, 'campo_formato'],
    ['carries a list', ['molto'], false, 'campo_formato'],
  ])('that %s', (_why, answer, required, code) => {
    expect(checkAnswer(slider, answer, { required, settings }, context).map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test('is read by people as the item’s value', () => {
    const words = { language: 'it', yes: '', no: '' }
    expect(slider.text('0', settings, words)).toBe('Per niente')
    expect(slider.text('gone', settings, words)).toBe('gone')
  })
})
