import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode, Tree } from '@lezer/common'
import type { PathStep } from './json-schema.ts'

/** Maximum time in milliseconds that parsing the rest of a document may take while somebody waits for it. */
const PARSE_MS = 2_000

/**
 * Returns the syntax tree of a whole document. CodeMirror itself parses only for 20 ms, then the rest in the background, so
 * the tree of a large document, or on a busy machine, would end somewhere in the middle.
 */
export const wholeTree = (state: EditorState): Tree => ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)

/** Returns the value of a JSON string with its escape sequences decoded. Invalid escape sequences stay unchanged. */
function textOf(state: EditorState, { from, to }: { from: number; to: number }): string {
  const quoted = state.sliceDoc(from, to)
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.replaceAll('"', '')
  }
}

const nameOf = (state: EditorState, property: SyntaxNode) => {
  const name = property.getChild('PropertyName')
  return name ? textOf(state, name) : ''
}

/** Returns the names of the properties of a JSON object. */
export function namesIn(state: EditorState, object: SyntaxNode): string[] {
  return object.getChildren('Property').map((property) => nameOf(state, property))
}

/** Returns the properties of a JSON object that have a string as their value. */
export function textsIn(state: EditorState, object: SyntaxNode | null): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const property of object?.name === 'Object' ? object.getChildren('Property') : []) {
    const value = property.getChild('String')
    if (value) texts[nameOf(state, property)] = textOf(state, value)
  }
  return texts
}

/** Returns the path from the root of a JSON document to a syntax node. */
export function pathTo(state: EditorState, node: SyntaxNode): PathStep[] {
  const steps: PathStep[] = []
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (outer.name === 'Array') steps.push({ name: undefined, texts: {} })
    else if (inner.name === 'Property') steps.push({ name: nameOf(state, inner), texts: textsIn(state, outer) })
  }
  return steps.toReversed()
}

/**
 * Returns the text range of the value to which a JSON Pointer (RFC 6901) leads. If the value does not exist, returns
 * the range of the nearest enclosing value.
 */
export function rangeOf(state: EditorState, pointer: string): { from: number; to: number } {
  const keys = pointer.split('/').slice(1)
  let node: SyntaxNode | null = wholeTree(state).topNode.firstChild
  let range = { from: 0, to: 0 }
  for (const key of keys.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (node?.name === 'Array') {
      const items: SyntaxNode[] = []
      for (let item = node.firstChild; item; item = item.nextSibling) if (!'[],'.includes(item.name)) items.push(item)
      node = items[Number(key)] ?? null
    } else {
      const property: SyntaxNode | undefined = node?.getChildren('Property').find((each) => nameOf(state, each) === key)
      node = property?.lastChild ?? null
    }
    if (!node) return range
    range = { from: node.from, to: node.to }
  }
  return range
}
