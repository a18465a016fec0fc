import { z } from 'zod'
import type { DraftNode } from './draft.ts'
import { ROOT_ID } from './draft-limits.ts'
import { formField } from './form-field.ts'
import { rootContent, stepContent } from './tag.ts'

type Issue = z.core.$ZodIssue

const root = z.strictObject(rootContent)
const step = z.strictObject(stepContent)

/**
 * Returns the errors that make the content of a node malformed: values of a wrong type, unknown keys, and values that
 * an
 * enumeration does not contain. An author fills in a step gradually. Missing and empty values, lengths, formats and the
 * product's own rules are therefore checked only before publication.
 */
export function malformedContent({ id, kind, content }: Pick<DraftNode, 'id' | 'kind' | 'content'>): Issue[] {
  const schema = kind === 'field' ? formField : id === ROOT_ID ? root : step
  const { error } = schema.safeParse(content)
  return error ? error.issues.filter((issue) => isMalformed(issue, content)) : []
}

function isMalformed(issue: Issue, content: unknown): boolean {
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
    case 'invalid_format':
    case 'invalid_key':
    case 'custom':
      return false
    case 'invalid_type':
    case 'invalid_value':
      return valueAt(content, issue.path) !== undefined
    case 'invalid_union': {
      const value = valueAt(content, issue.path)
      // If a union error contains no errors of its members, the value does not belong to any member, for example
      // because the field has an unknown type.
      if (issue.errors.length === 0) return true
      return value !== undefined && !issue.errors.some((member) => member.every((each) => !isMalformed(each, value)))
    }
    default:
      return true
  }
}

/** Returns the value at a path inside a JSON value; undefined if the path does not exist. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((above, key) => (typeof above === 'object' && above !== null ? (above as Record<PropertyKey, unknown>)[key] : undefined), value)
}
