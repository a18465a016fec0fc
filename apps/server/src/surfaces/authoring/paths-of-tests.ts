import type { Definition, Tag } from '@sportello/contract'

/**
 * Returns a copy of a document with only the steps on the way to the given ones. The step of a test keeps its options,
 * without their content, because a step with options is not a last one. Preparing the whole of a form with 10,000 steps
 * would hold up the server's other answers.
 * @param codes codes of the last steps of recorded tests
 */
export function pathsOfTests(document: Definition, codes: ReadonlySet<string>): Definition {
  const below = (tag: Definition | Tag): Tag[] =>
    tag.children.flatMap((child) => {
      const children = below(child)
      if (children.length > 0 || codes.has(child.code_tag)) return [{ ...child, children }]
      return codes.has(tag.code_tag) || tag === document ? [{ ...child, form_fields: tag === document ? child.form_fields : [], children: [] }] : []
    })
  return { ...document, children: below(document) }
}
