import { type Definition, ROOT_ID } from '@sportello/contract'
import { definitionOf, treeOf } from '@sportello/editing'
import { describe, expect, test } from 'vitest'
import { copyOf, pasteInto } from './branch-copy.ts'
import { addLanguage, languagesOf } from './languages.ts'

const question = (id: string, code: string) => ({
  id,
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: code, property_description: code, default_value: { input_type: 'text' } },
})
const step = (id: string, fields: unknown[] = [], children: unknown[] = []) => ({ id, code_tag: id, tag_description: id, form_fields: fields, children })
const form = () =>
  treeOf({
    code_tag: 'sport',
    tag_description: 'Sport',
    form_params: {},
    form_fields: [],
    children: [step('danno', [], [step('campo', [question('f1', 'dove')]), step('luci', [question('f2', 'dove')])]), step('domanda')],
  } as unknown as Definition)

/**
 * Returns the tree of a draft as nested lists of step and question codes. For a translated step or question, "=" and
 * the identifier of the original follow the code.
 */
function shape(tree: ReturnType<typeof form>) {
  const of = ({ code_tag, twin_of, children, form_fields }: Definition['children'][number]): unknown[] => [
    twin_of ? `${code_tag}=${twin_of}` : code_tag,
    ...form_fields.map((field) => `?${field.value && (field.value as { property_code: string }).property_code}${field.twin_of ? `=${field.twin_of}` : ''}`),
    ...children.map(of),
  ]
  return definitionOf(tree).children.map(of)
}

describe('languages of a form', () => {
  test('adding the first language moves all steps into its branch, and the second language is a copy of the first, to be translated', () => {
    const tree = form()
    tree.apply(addLanguage(tree, 'it', 'italiano').operations)
    expect(shape(tree)).toEqual([['it', ['danno', ['campo', '?dove'], ['luci', '?dove']], ['domanda']]])
    const english = addLanguage(tree, 'en', 'English')
    tree.apply(english.operations)
    expect(languagesOf(tree).map(({ language }) => language)).toEqual(['it', 'en'])
    const [italian] = languagesOf(tree)
    expect(shape(tree)[1]).toEqual([
      `en=${italian?.id}`,
      ['en-danno=danno', ['en-campo=campo', '?dove=f1'], ['en-luci=luci', '?dove=f2']],
      ['en-domanda=domanda'],
    ])
    expect(english.id).toBe(languagesOf(tree)[1]?.id)
  })

  test('a branch that was cut is moved and keeps its ids, but cannot be moved into itself', () => {
    const tree = form()
    const cut = copyOf(tree, 'sport', 'danno', true)
    if (!cut) throw new Error('danno is missing')
    expect(pasteInto(tree, 'sport', cut, 'campo').operations).toEqual([])
    tree.apply(pasteInto(tree, 'sport', cut, 'domanda').operations)
    expect(shape(tree)).toEqual([['domanda', ['danno', ['campo', '?dove'], ['luci', '?dove']]]])
  })

  test('a branch pasted from another form gets new ids and unused codes', () => {
    const tree = form()
    const copied = copyOf(form(), 'other', 'danno', true)
    if (copied) tree.apply(pasteInto(tree, 'sport', copied, ROOT_ID).operations)
    expect(shape(tree)[2]).toEqual(['danno_2', ['campo_2', '?dove'], ['luci_2', '?dove']])
    expect(copyOf(tree, 'sport', ROOT_ID, false)).toBeUndefined()
  })
})
