import { type Definition, ROOT_ID, type Tag } from '@sportello/contract'
import type { Place } from './finding.ts'

/** The JSON Pointer (RFC 6901) of each step and field of a definition, by id. */
export type Pointers = ReadonlyMap<string, string>

/** Returns the pointers of the steps and fields of a definition with ids (`withIds`). */
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

/** Returns the JSON Pointer of a finding's place in the definition. */
export function placePointer({ step, field, path }: Place, pointers: Pointers): string {
  const escaped = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return `${pointers.get(field ?? step) ?? ''}${escaped.join('')}`
}
