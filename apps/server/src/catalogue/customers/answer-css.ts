import { createHash } from 'node:crypto'
import type { CssFault } from '@sportello/contract'
import * as csstree from 'css-tree'

/** A customer's cleaned style sheet for forms, and the hash in its URL. */
export interface AnswerCss {
  text: string
  /**
   * The first characters of the hash of a customer's style sheet. The URL contains them, so the content at a URL never
   * changes.
   */
  hash: string
}

const MAX_LENGTH = 50_000
/**
 * The CSS selector that the server prepends to every selector of a customer's style sheet. It limits the rules to the
 * form, without the page's header and footer.
 */
const SCOPE = '#page main'
const PROPERTY =
  /^(?:color|background-color|background|accent-color|opacity|line-height|letter-spacing|word-spacing|gap|row-gap|column-gap|(?:min-|max-)?(?:width|height|inline-size|block-size)|box-shadow|list-style-type|white-space|vertical-align|(?:border|outline|padding|margin|font|text)(?:-[a-z-]+)?)$/
/**
 * Matches the CSS custom properties that a customer's style sheet may set: the design tokens of the product's own
 * styles.
 */
const TOKEN = /^--(?:brand|on-brand|ink|ink-soft|paper|ground|line|line-strong|radius|danger)$/
const FUNCTIONS = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'oklch', 'calc', 'min', 'max', 'clamp', 'var', 'linear-gradient', 'radial-gradient', 'color-mix'])
const PSEUDO = new Set([
  'hover',
  'focus',
  'focus-visible',
  'focus-within',
  'active',
  'disabled',
  'checked',
  'first-child',
  'last-child',
  'nth-child',
  'before',
  'after',
  'placeholder',
  'marker',
])
const RAW_VALUE = /^[\w\s#.,%()+*/-]*$/

/**
 * Cleans a customer's style sheet (`answer_css`) by an allow-list: simple selectors limited to the form, properties for
 * colour, type, spacing and borders, and media queries. Removes everything else, so that the style sheet cannot load a
 * resource, cover other parts of the page or run a script.
 */
export function cleanCss(source: string): AnswerCss | null {
  if (source.length > MAX_LENGTH) return null
  const rules = rulesIn(source, () => {})
  if (rules.length === 0) return null
  const text = `@layer tenant{${rules.join('')}}`
  return { text, hash: createHash('sha256').update(text).digest('base64url').slice(0, 22) }
}

/**
 * Lists everything that `cleanCss` removes from a customer's style sheet, in the order of the style sheet. Each entry
 * contains the reason for the removal.
 */
export function cssFaults(source: string): CssFault[] {
  if (source.length > MAX_LENGTH) return [{ from: MAX_LENGTH, to: source.length, reason: 'too_long' }]
  const faults: CssFault[] = []
  rulesIn(source, ({ from, to, reason }) => {
    if (!faults.some((known) => known.from <= from && to <= known.to)) faults.push({ from, to, reason })
  })
  return faults.toSorted((a, b) => a.from - b.from)
}

type Report = (fault: CssFault) => void

function rulesIn(source: string, report: Report): string[] {
  const leaveOut: LeaveOut = ({ loc }, reason) => {
    if (!loc) return []
    const { start, end } = loc
    const text = source.slice(start.offset, end.offset)
    report({ from: end.offset - text.trimStart().length, to: start.offset + text.trimEnd().length, reason })
    return []
  }
  const onParseError = ({ offset }: { offset?: number }) => report({ from: offset ?? 0, to: Math.min((offset ?? 0) + 1, source.length), reason: 'syntax' })
  const sheet = csstree.parse(source, { onParseError, parseCustomProperty: false, positions: true })
  return sheet.type === 'StyleSheet' ? sheet.children.toArray().flatMap((node) => rulesOf(node, leaveOut)) : []
}

/**
 * Reports a node of a customer's style sheet that cleaning removes.
 * @returns an empty list, which replaces the removed node
 */
type LeaveOut = (node: csstree.CssNode, reason: CssFault['reason']) => never[]

function rulesOf(node: csstree.CssNode, leaveOut: LeaveOut): string[] {
  if (node.type === 'Rule') return ruleOf(node, leaveOut)
  if (node.type === 'Comment' || node.type === 'WhiteSpace') return []
  if (node.type === 'Raw') return leaveOut(node, 'syntax')
  if (node.type !== 'Atrule' || node.name !== 'media' || !node.block || !node.prelude) return leaveOut(node, 'at_rule')
  const query = csstree.generate(node.prelude)
  if (!/^[\w\s():.,<>=-]+$/.test(query)) return leaveOut(node.prelude, 'at_rule')
  const inside = node.block.children.toArray().flatMap((child) => (child.type === 'Atrule' ? leaveOut(child, 'at_rule') : rulesOf(child, leaveOut)))
  return inside.length > 0 ? [`@media ${query}{${inside.join('')}}`] : []
}

function ruleOf({ prelude, block }: csstree.Rule, leaveOut: LeaveOut): string[] {
  if (prelude.type !== 'SelectorList') return leaveOut(prelude, 'selector')
  const selectors = prelude.children.toArray().flatMap((selector) => selectorOf(selector) ?? leaveOut(selector, 'selector'))
  const declarations = block.children.toArray().flatMap((node) => {
    if (node.type === 'Declaration') return declarationOf(node, leaveOut)
    return node.type === 'Comment' ? [] : leaveOut(node, node.type === 'Atrule' ? 'at_rule' : 'syntax')
  })
  return selectors.length > 0 && declarations.length > 0 ? [`${selectors.join(',')}{${declarations.join(';')}}`] : []
}

function selectorOf(selector: csstree.CssNode): string | undefined {
  if (selector.type !== 'Selector') return undefined
  const text = csstree.generate(selector)
  if (text === ':root' || text === ':scope') return SCOPE
  const parts = selector.children.toArray()
  const plain = parts.every((part) => {
    if (part.type === 'PseudoClassSelector' || part.type === 'PseudoElementSelector') return PSEUDO.has(part.name) && !csstree.find(part, isSelectorInside)
    return ['TypeSelector', 'ClassSelector', 'IdSelector', 'Combinator'].includes(part.type)
  })
  // Rejects a CSS selector that begins with a combinator, because it would match elements outside the form.
  return plain && parts[0]?.type !== 'Combinator' ? `${SCOPE} ${text}` : undefined
}

/**
 * Returns true for a selector list inside another selector, as in `:nth-child(1 of …)`. The allow-list does not check
 * such inner selectors.
 */
const isSelectorInside = ({ type }: csstree.CssNode) => type === 'SelectorList'

function declarationOf(declaration: csstree.Declaration, leaveOut: LeaveOut): string[] {
  const { property, value } = declaration
  const name = property.toLowerCase()
  if (name.startsWith('--')) {
    const raw = value.type === 'Raw' ? value.value.trim() : ''
    if (!TOKEN.test(name)) return leaveOut(declaration, 'property')
    return RAW_VALUE.test(raw) && functionsIn(raw).every((each) => FUNCTIONS.has(each)) ? [`${name}:${raw}`] : leaveOut(value, 'value')
  }
  if (!PROPERTY.test(name)) return leaveOut(declaration, 'property')
  if (value.type !== 'Value') return leaveOut(value, 'value')
  let allowed = true
  csstree.walk(value, (node) => {
    if (node.type === 'Url' || node.type === 'Raw') allowed = false
    // A customer's style sheet may contain strings only as font names. Elsewhere the page would show the strings as
    // text, for example as list markers.
    if (node.type === 'String' && !(name.startsWith('font') && /^[\w\s.-]*$/.test(node.value))) allowed = false
    if (node.type === 'Function' && !FUNCTIONS.has(node.name.toLowerCase())) allowed = false
  })
  return allowed ? [`${name}:${csstree.generate(value)}`] : leaveOut(value, 'value')
}

const functionsIn = (text: string) => [...text.matchAll(/([\w-]+)\(/g)].map(([, name = '']) => name.toLowerCase())
