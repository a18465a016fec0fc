import { readFileSync } from 'node:fs'
import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { completeBySchema } from './json-completion.ts'
import { rangeOf } from './json-document.ts'
import type { JsonSchema } from './json-schema.ts'

/** The JSON schema of a definition, which is part of the schema of bundle files. */
const bundle = JSON.parse(readFileSync(new URL('../../../../../../../docs/bundle.schema.json', import.meta.url), 'utf8')) as JsonSchema
const schema: JsonSchema = { ...bundle.properties?.definitions?.items, ...(bundle.$defs && { $defs: bundle.$defs }) }

/** Returns the completions that the JSON editor offers when the cursor is at the "|" in a document. */
function at(marked: string): string[] {
  const pos = marked.indexOf('|')
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] })
  return completeBySchema(() => schema)(new CompletionContext(state, pos, true))?.options.map(({ label }) => label) ?? []
}

describe('completion in the JSON editor by the schema of a definition', () => {
  test('offers the properties that the object at the cursor does not have yet', () => {
    expect(at('{"code_tag": "a", "|"}')).toEqual(expect.arrayContaining(['"tag_description"', '"form_params"', '"children"']))
    expect(at('{"code_tag": "a", "|"}')).not.toContain('"code_tag"')
    expect(at('{"children": [{"children": [{"|"}]}]}')).toContain('"show_captcha"')
  })

  test('offers only the settings that fit the input type or field type in the same object', () => {
    const field = (rest: string) => `{"form_fields": [{"type": "PROPERTY", "value": {"default_value": {"input_type": "file", ${rest}}}}]}`
    expect(at(field('"|"'))).toContain('"max_size"')
    expect(at('{"form_fields": [{"type": "ALERT", "value": {"|"}}]}')).toEqual(expect.arrayContaining(['"variant"', '"text"']))
    expect(at('{"form_fields": [{"type": "ALERT", "value": {"|"}}]}')).not.toContain('"question"')
  })

  test('offers the values that the schema allows for a property', () => {
    expect(at('{"form_fields": [{"type": "|"}]}')).toEqual(expect.arrayContaining(['"PROPERTY"', '"HTML"', '"FURTHER_QUESTIONS"']))
    expect(at('{"form_params": {"captcha": |}}')).toEqual(['true', 'false'])
    expect(at('{"tag_description": "|"}')).toEqual([])
  })
})

test('the JSON editor marks an error at the value to which its JSON Pointer leads, or at the nearest enclosing value', () => {
  const state = EditorState.create({ doc: '{"children": [{"code_tag": "a"}, {"code_tag": "b/~"}]}', extensions: [json()] })
  const textAt = (pointer: string) => state.sliceDoc(rangeOf(state, pointer).from, rangeOf(state, pointer).to)
  expect(textAt('/children/1/code_tag')).toBe('"b/~"')
  expect(textAt('/children/1/tag_description')).toBe('{"code_tag": "b/~"}')
  expect(textAt('/children/7')).toBe('[{"code_tag": "a"}, {"code_tag": "b/~"}]')
})

test('the JSON editor knows the end of a document that CodeMirror has not parsed yet', () => {
  const steps = Array.from({ length: 10_000 }, (_, at) => `{"code_tag": "t${at}", "tag_description": "A step"}`)
  const state = EditorState.create({ doc: `{"children": [${steps.join(', ')}]}`, extensions: [json()] })
  const { from, to } = rangeOf(state, '/children/9999/code_tag')
  expect(state.sliceDoc(from, to)).toBe('"t9999"')
})
