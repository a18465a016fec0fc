import type { Definition, DraftNode, FormField, Tag } from '@sportello/contract'
import { recordAfter, translatedFrom, withoutChanged } from './follow-original.ts'

type Node = Pick<DraftNode, 'kind' | 'content'>
type Part = Tag | FormField

/**
 * Returns a form definition that replaces another one, with records of the translations that are stale
 * (`translated_from`): those whose original differs from `previous` while they are the same. A document without any
 * record, for example one that was written by hand, keeps the records of `previous`.
 * @param definition must contain the ids of its steps and fields, and the pairs of its languages, as `previous` must
 */
export function withStaleTexts(definition: Definition, previous: Definition): Definition {
  const before = partsById(previous)
  const now = partsById(definition)
  const hasRecords = [...now.values()].some(({ content }) => content.translated_from !== undefined)
  const marked = <P extends Part>(part: P): P => {
    const { id, twin_of: original } = part
    const [twin, twinBefore] = [now.get(id ?? ''), before.get(id ?? '')]
    const [source, sourceBefore] = [now.get(original ?? ''), before.get(original ?? '')]
    if (!twin || !twinBefore || !source || !sourceBefore) return part
    const known = hasRecords ? translatedFrom(twin) : withoutChanged(translatedFrom(twinBefore), twinBefore, twin)
    // A text that was translated anew together with its original is up to date.
    const record = withoutChanged(recordAfter(sourceBefore, source, { ...twin, content: { ...twin.content, translated_from: known } }), twinBefore, twin)
    const { translated_from: _record, ...rest } = part
    return (Object.keys(record).length > 0 ? { ...rest, translated_from: record } : rest) as P
  }
  const step = (tag: Tag): Tag => ({ ...marked(tag), form_fields: tag.form_fields.map(marked), children: tag.children.map(step) })
  return { ...definition, children: definition.children.map(step) }
}

/** Maps the ids of a definition's steps and fields to their contents. */
function partsById(definition: Definition): Map<string, Node> {
  const parts = new Map<string, Node>()
  const add = ({ form_fields, children, id, ...content }: Tag): void => {
    if (id !== undefined) parts.set(id, nodeOf('step', content))
    for (const { id: field, ...rest } of form_fields) if (field !== undefined) parts.set(field, nodeOf('field', rest))
    for (const child of children) add(child)
  }
  for (const child of definition.children) add(child)
  return parts
}

const nodeOf = (kind: Node['kind'], content: object): Node => ({ kind, content: content as DraftNode['content'] })
