import { describe, expect, test } from 'vitest'
import type { DraftNode } from './draft.ts'
import { malformedContent } from './draft-content.ts'

const issuesOf = (kind: DraftNode['kind'], content: object, id = 'a') =>
  malformedContent({ id, kind, content: content as DraftNode['content'] }).map(({ code, path }) => `${code} ${path.join('.')}`)
const question = (settings: object, more: object = {}) => ({ type: 'PROPERTY', value: { default_value: settings, ...more } })

describe('malformedContent (invalid content of a step or field in a draft)', () => {
  test.each<[string, DraftNode['kind'], object]>([
    ['accepts an empty step', 'step', {}],
    ['accepts a step with empty texts and a code of wrong characters', 'step', { code_tag: 'a b', tag_description: '' }],
    ['accepts a question without code, label and options', 'field', question({ input_type: 'select' })],
    ['accepts a select with an empty list of options', 'field', question({ input_type: 'select', options: [] })],
    ['accepts an option that is not named yet', 'field', question({ input_type: 'select', options: [{ key: '', value: '' }] })],
    ['accepts options that are written as a map with an empty label', 'field', question({ input_type: 'select', options: { '': 'x' } })],
    ['accepts a block without its text', 'field', { type: 'ALERT', value: { variant: 'info' } }],
    ['accepts a button with a link that is no URL yet', 'field', { type: 'HTML_HEADER_BUTTON', value: { url: 'www', title: '' } }],
    [
      'accepts an e-mail field with another input type, which the publication rejects',
      'field',
      { type: 'EMAIL', value: { default_value: { input_type: 'text' } } },
    ],
  ])('%s', (_title, kind, content) => {
    expect(issuesOf(kind, content)).toEqual([])
  })

  test.each<[string, DraftNode['kind'], object, string[]]>([
    ['rejects an unknown property of a step', 'step', { colour: 'red' }, ['unrecognized_keys ']],
    ['rejects a form parameter on a step that is not the root', 'step', { form_params: {} }, ['unrecognized_keys ']],
    ['rejects children inside of a content', 'step', { children: [] }, ['unrecognized_keys ']],
    ['rejects a value of a wrong type', 'step', { disabled: 'yes' }, ['invalid_type disabled']],
    ['rejects a field without a type', 'field', { value: '' }, ['invalid_union type']],
    ['rejects a field of an unknown type', 'field', { type: 'SONG' }, ['invalid_union type']],
    ['rejects an unknown input type', 'field', question({ input_type: 'song' }), ['invalid_union value.default_value.input_type']],
    ['rejects a setting that no input has', 'field', question({ input_type: 'text', colour: 1 }), ['unrecognized_keys value.default_value']],
    ['rejects a minimum that is neither number nor text', 'field', question({ input_type: 'text', min: [] }), ['invalid_union value.default_value.min']],
    ['rejects a variant outside of the list', 'field', { type: 'ALERT', value: { variant: 'pink' } }, ['invalid_value value.variant']],
  ])('%s', (_title, kind, content, issues) => {
    expect(issuesOf(kind, content)).toEqual(issues)
  })

  test('accepts form parameters in the root step, even unknown parameters', () => {
    expect(issuesOf('step', { form_params: { own: 1 } }, 'root')).toEqual([])
    expect(issuesOf('step', { form_params: { captcha: 'yes' } }, 'root')).toEqual(['invalid_type form_params.captcha'])
  })
})
