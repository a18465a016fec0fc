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

describe('slider input', () => {
  test.each<[why: string, answer: unknown, required: boolean, code: string | undefined]>([
    ['has the key of an item', 'molto', true, undefined],
    ['has the key "0"', '0', true, undefined],
    ['was not moved', '', false, undefined],
    ['was not moved, if required', '', true, 'selezionare_valore'],
    ['is missing from the answers, if required', undefined, true, 'selezionare_valore'],
    ['has a key without an item', 'poco', false, 'opzione_non_valida'],
    ['has the label instead of the key', 'Molto', false, 'opzione_non_valida'],
    ['has an index instead of the key', 1, false, 'campo_formato'],
    ['has a list instead of a key', ['molto'], false, 'campo_formato'],
  ])('checks a slider that %s: %j (required: %s; expected error: %s)', (_why, answer, required, code) => {
    expect(checkAnswer(slider, answer, { required, settings }, context).map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test('writes the answer as the value of the chosen item', () => {
    const words = { language: 'it', yes: '', no: '' }
    expect(slider.text('0', settings, words)).toBe('Per niente')
    expect(slider.text('gone', settings, words)).toBe('gone')
  })
})
