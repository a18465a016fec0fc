import { type Definition, ROOT_ID, type Tag } from '@sportello/contract'
import type { Place } from './finding.ts'

/** Maps the id of each step and field of a definition to its JSON Pointer (RFC 6901). */
export type Pointers = ReadonlyMap<string, string>

/** Returns the JSON Pointers of all steps and fields of a definition, which must have ids (`withIds`). */
export function pointersOf(definition: Definition): Pointers {
  const pointers = new Map([[ROOT_ID, '']])
  const walk = ({ form_fields: fields, children }: Pick<Tag, 'form_fields' | 'children'>, above: string): void => {
    for (const [at, { id = '' }] of fields.entries()) pointers.set(id, `${above}/form_fields/${at}`)
    for (const [at, child] of children.entries()) {
      const pointer = `${above}/children/${at}`
      pointers.set(child.id ?? '', pointer)
      walk(child, pointer)
    }
  }
  walk(definition, '')
  return pointers
}

/** Returns the JSON Pointer of the place in the definition to which a finding refers. */
export function placePointer({ step, field, path }: Place, pointers: Pointers): string {
  const escaped = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return `${pointers.get(field ?? step) ?? ''}${escaped.join('')}`
}
