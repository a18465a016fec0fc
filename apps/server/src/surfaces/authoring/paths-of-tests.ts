import type { Definition, Tag } from '@sportello/contract'

/**
 * Returns a smaller copy of a form for running its recorded tests. It contains only the steps from the root to the last
 * step of each test. If such a step has options, they are kept without content, because a step with options must not
 * look like a last step. Preparing all of a form with 10,000 steps would delay the server's other responses.
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
