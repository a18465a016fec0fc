import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Definition, inOrder, ROOT_ID, type Tag } from '@sportello/contract'
import { malformedContent } from '@sportello/contract/schemas'
import { DraftTree, definitionOf, differenceOf, treeOf, withIds } from '@sportello/editing'
import { describe, expect, test } from 'vitest'
import { readBundleFile } from '../bundle/read-bundle.ts'
import { readBundle } from '../bundle/rules.ts'

const DEMO = fileURLToPath(new URL('../../../../../demo/', import.meta.url))
const files = ['', 'gallery/'].flatMap((folder) =>
  readdirSync(DEMO + folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => folder + file),
)
const definitions = (
  await Promise.all(files.map(async (file) => ((await readBundleFile(DEMO + file)).bundle?.definitions ?? []).map((definition) => ({ file, definition }))))
).flat()

/**
 * Returns a form definition in which the fields of each step are sorted and numbered from 1, as the editor stores them.
 */
function numbered<S extends Definition | Tag>(step: S): S {
  return {
    ...step,
    form_fields: inOrder(step.form_fields).map((field, at) => ({ ...field, ordering: at + 1 })),
    children: step.children.map(numbered),
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the operations of the editor', () => {
  test('are tested on all demonstration forms and starting forms', () => expect(definitions.length).toBeGreaterThan(15))

  test.each(definitions)('build the definition $definition.code_tag of $file from an empty draft', async ({ definition }) => {
    const draft = new DraftTree([{ id: ROOT_ID, kind: 'step', parent: null, position: 'a0', content: { code_tag: definition.code_tag } }])
    const operations = differenceOf(draft, treeOf(definition))
    const { inverse } = draft.edit(operations)
    for (const node of draft.nodes()) expect([node.id, malformedContent(node)]).toEqual([node.id, []])
    expect(plain(numbered(definitionOf(draft)))).toEqual(plain(numbered(withIds(definition))))
    const { faults } = await readBundle({ definitions: [plain(definitionOf(draft))] }, '.')
    expect(faults).toEqual([])
    // Checks that undoing every operation leads back to the empty draft.
    draft.apply(inverse)
    expect(plain(definitionOf(draft))).toEqual({ code_tag: definition.code_tag, form_fields: [], children: [] })
  })
})
