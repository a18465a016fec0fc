import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Definition, FormField, Tag } from '@sportello/contract'
import { definition as definitionSchema } from '@sportello/contract/schemas'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compileDefinition } from './compile-definition.ts'
import { openCompiled } from './compiled-definition.ts'
import { hashOfCode } from './compiled-layout.ts'
import { headerOf, indexDefinition, viewOf } from './published-form.ts'
import { cleanDefinition } from './sanitize.ts'

const DEMO = join(import.meta.dirname, '../../../../../demo')
const demonstrations = readdirSync(DEMO)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) =>
    ((parse(readFileSync(join(DEMO, name), 'utf8')) as { definitions?: unknown[] }).definitions ?? []).map((each) => definitionSchema.parse(each)),
  )

const html = (value: string): FormField => ({ type: 'HTML', ordering: 1, value })
const step = (code_tag: string, children: Tag[] = [], more: Partial<Tag> = {}): Tag => ({
  code_tag,
  tag_description: `Step ${code_tag}`,
  form_fields: [html(`<p>${code_tag} ${'x'.repeat(500)}</p>`)],
  children,
  ...more,
})
const form = (children: Tag[]): Definition => ({ code_tag: 'root', tag_description: 'Root', form_params: { form_title: 'T' }, form_fields: [], children })

/** A form of several chunks: 20 × 20 steps of 600 characters in two languages. */
const large = form(
  ['it', 'de'].map((lang_code) =>
    step(
      lang_code,
      Array.from({ length: 20 }, (_, at) =>
        step(
          `${lang_code}-${at}`,
          Array.from({ length: 20 }, (__, below) => step(`${lang_code}-${at}-${below}`, [], { twin_of: `twin-${at}-${below}` })),
        ),
      ),
      { tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code }] },
    ),
  ),
)

const opened = (definition: Definition) => openCompiled(compileDefinition(definition), 1)

test('a compiled definition has the same steps, in the same order, with the same views, as an indexed one', () => {
  expect(demonstrations.length).toBeGreaterThan(4)
  for (const definition of [...demonstrations, large]) {
    const expected = indexDefinition(cleanDefinition(definition), 1)
    const compiled = opened(definition)
    expect([...compiled.nodes].map(([code, { path }]) => [code, path.map((tag) => tag.code_tag)])).toEqual(
      [...expected.nodes].map(([code, { path }]) => [code, path.map((tag) => tag.code_tag)]),
    )
    expect(compiled.nodes.size).toBe(expected.nodes.size)
    for (const [code, node] of expected.nodes) {
      const same = compiled.nodes.get(code)
      expect(same && [viewOf(same), viewOf(same, true), headerOf(same)]).toEqual([viewOf(node), viewOf(node, true), headerOf(node)])
    }
    const { nodes: _nodes, definition: document, isCompiled, ...rest } = compiled
    const { nodes: _others, definition: expectedDocument, isCompiled: isOtherCompiled, ...others } = expected
    expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(JSON.stringify(expectedDocument)))
    expect(rest).toEqual(others)
    expect([isCompiled, isOtherCompiled]).toEqual([true, false])
  }
})

test('finds no step by an unknown code, also if a known one has the same hash', () => {
  expect(hashOfCode('costarring')).toBe(hashOfCode('liquid'))
  const one = opened(form([step('costarring')]))
  expect(one.nodes.has('liquid')).toBe(false)
  expect(one.nodes.get('liquid')).toBeUndefined()
  expect(one.nodes.get('')).toBeUndefined()
  const both = opened(form([step('costarring'), step('liquid')]))
  expect([both.nodes.get('liquid')?.tag.code_tag, both.nodes.get('costarring')?.tag.code_tag]).toEqual(['liquid', 'costarring'])
  expect(opened(form([])).nodes.size).toBe(1)
})

test('a step is one object as long as somebody has it', () => {
  const { nodes, definition } = opened(large)
  const path = nodes.get('de-7-9')?.path ?? []
  expect(path.map((tag) => tag.code_tag)).toEqual(['root', 'de', 'de-7', 'de-7-9'])
  for (const [at, tag] of path.slice(1).entries()) expect(path[at]?.children).toContain(tag)
  expect(definition.children[1]).toBe(path[1])
  expect(nodes.get('de-7')?.tag).toBe(path[2])
})

test('compiles only clean HTML', () => {
  const dirty = form([step('a', [], { form_fields: [html('<p>Ciao</p><script>alert(1)</script>')] })])
  expect(opened(dirty).nodes.get('a')?.tag.form_fields).toEqual([html('<p>Ciao</p>')])
})
