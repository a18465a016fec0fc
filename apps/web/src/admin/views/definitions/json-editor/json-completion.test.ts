import { readFileSync } from 'node:fs'
import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { completeBySchema } from './json-completion.ts'
import { rangeOf } from './json-document.ts'
import type { JsonSchema } from './json-schema.ts'

/** The JSON schema of a definition, taken from the schema of bundle files. */
const bundle = JSON.parse(readFileSync(new URL('../../../../../../../docs/bundle.schema.json', import.meta.url), 'utf8')) as JsonSchema
const schema: JsonSchema = { ...bundle.properties?.definitions?.items, ...(bundle.$defs && { $defs: bundle.$defs }) }

/** Returns the completions that the JSON editor offers at the mark "|" of a document. */
function at(marked: string): string[] {
  const pos = marked.indexOf('|')
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] })
  return completeBySchema(() => schema)(new CompletionContext(state, pos, true))?.options.map(({ label }) => label) ?? []
}

describe('completion of a definition by its schema', () => {
  test('offers the properties that an object does not have yet', () => {
    expect(at('{"code_tag": "a", "|"}')).toEqual(expect.arrayContaining(['"tag_description"', '"form_params"', '"children"']))
    expect(at('{"code_tag": "a", "|"}')).not.toContain('"code_tag"')
    expect(at('{"children": [{"children": [{"|"}]}]}')).toContain('"show_captcha"')
  })

  test('offers the settings of the input type that stands beside them', () => {
    const field = (rest: string) => `{"form_fields": [{"type": "PROPERTY", "value": {"default_value": {"input_type": "file", ${rest}}}}]}`
    expect(at(field('"|"'))).toContain('"max_size"')
    expect(at('{"form_fields": [{"type": "ALERT", "value": {"|"}}]}')).toEqual(expect.arrayContaining(['"variant"', '"text"']))
    expect(at('{"form_fields": [{"type": "ALERT", "value": {"|"}}]}')).not.toContain('"question"')
  })

  test('offers the values that the schema lists', () => {
    expect(at('{"form_fields": [{"type": "|"}]}')).toEqual(expect.arrayContaining(['"PROPERTY"', '"HTML"', '"FURTHER_QUESTIONS"']))
    expect(at('{"form_params": {"captcha": |}}')).toEqual(['true', 'false'])
    expect(at('{"tag_description": "|"}')).toEqual([])
  })
})

test('a fault is shown at the value to which its JSON Pointer leads, or at the nearest one around it', () => {
  const state = EditorState.create({ doc: '{"children": [{"code_tag": "a"}, {"code_tag": "b/~"}]}', extensions: [json()] })
  const textAt = (pointer: string) => state.sliceDoc(rangeOf(state, pointer).from, rangeOf(state, pointer).to)
  expect(textAt('/children/1/code_tag')).toBe('"b/~"')
  expect(textAt('/children/1/tag_description')).toBe('{"code_tag": "b/~"}')
  expect(textAt('/children/7')).toBe('[{"code_tag": "a"}, {"code_tag": "b/~"}]')
})
