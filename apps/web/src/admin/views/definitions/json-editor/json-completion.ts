import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { namesIn, pathTo, textsIn, wholeTree } from './json-document.ts'
import { type JsonSchema, schemasAt, valuesOf } from './json-schema.ts'

/**
 * Returns a completion source for JSON documents that follow a schema. It suggests the names of properties that the
 * object does not have yet, and the values that the schema allows.
 */
export function completeBySchema(schema: () => JsonSchema | undefined) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const root = schema()
    if (!root) return null
    const node = wholeTree(state).resolveInner(pos, -1)
    const isName = node.name === 'PropertyName'
    const object = isName ? node.parent?.parent : node.name === 'Object' ? node : node.name === '{' || node.name === ',' ? node.parent : null
    if (object?.name === 'Object' && (isName || explicit)) return { from: isName ? node.from : pos, options: nameOptions(state, root, object) }
    const property = node.name === 'Property' ? node : node.parent?.name === 'Property' ? node.parent : null
    const isBegun = property !== null && node.name !== 'Property' && node.name !== ':'
    if (!property || !(isBegun || explicit)) return null
    const options = valueOptions(state, root, property)
    return options.length === 0 ? null : { from: isBegun ? node.from : pos, options }
  }
}

function nameOptions(state: EditorState, root: JsonSchema, object: SyntaxNode): Completion[] {
  const taken = new Set(namesIn(state, object))
  const schemas = schemasAt(root, pathTo(state, object), textsIn(state, object))
  const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))
  return [...names].filter((name) => !taken.has(name)).map((name) => ({ label: JSON.stringify(name), apply: `${JSON.stringify(name)}: `, type: 'property' }))
}

function valueOptions(state: EditorState, root: JsonSchema, property: SyntaxNode): Completion[] {
  // Ignores the property at the cursor when it determines which member of a union schema applies. The text of this
  // property is still incomplete.
  const path = pathTo(state, property.firstChild ?? property)
  const last = path.at(-1)
  if (!last || last.name === undefined) return []
  const { [last.name]: _completed, ...texts } = last.texts
  const values = new Set(schemasAt(root, [...path.slice(0, -1), { name: last.name, texts }]).flatMap(valuesOf))
  return [...values].map((value) => ({ label: JSON.stringify(value), type: 'enum' }))
}
