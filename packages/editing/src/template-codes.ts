import { type CodeDifference, type InlinePart, listDifference, splitByCodes } from './inline-codes.ts'

/** Outputs and tags of Liquid. */
const LIQUID = /\{\{.*?\}\}|\{%.*?%\}/gs
/**
 * Liquid, and tags and comments of HTML. A tag may contain Liquid, such as `<a href="{{ link }}">`. Each character
 * matches one alternative only, so that an unclosed tag costs no exponential search.
 */
const LIQUID_OR_TAG = /<!--.*?-->|<\/?[a-z](?:\{\{(?:(?!\}\}).)*\}\}|\{%(?:(?!%\}).)*%\}|[^<>{]|\{(?![{%]))*>|\{\{.*?\}\}|\{%.*?%\}/gis
/** The address in the start tag of a link. */
const LINK = /^<a\s(?:.*?\s)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/is

/** Splits the subject or the HTML of a mail template into words and codes. Joined together, the parts are the text. */
export const templateParts = (text: string, isHtml: boolean): InlinePart[] => splitByCodes(text, isHtml ? LIQUID_OR_TAG : LIQUID)

/** Returns true if a mail template's text has words of a language, and not only codes and punctuation. */
export const hasWords = (text: string, isHtml: boolean): boolean =>
  templateParts(text, isHtml).some(({ kind, text: part }) => kind === 'words' && /\p{L}/u.test(part))

/** The codes that differ between a mail template and its translation, by kind. */
export interface TemplateDifference {
  /** Outputs of variables, such as `{{ ticket }}`. */
  variables: CodeDifference
  /** Tags of Liquid, such as `{% if otp %}`. */
  tags: CodeDifference
  /** Addresses of links in the HTML. */
  links: CodeDifference
}

/**
 * Compares the variables, the Liquid tags and the links of a mail template with those of its translation, in any order.
 * Spaces inside braces do not matter. Filters of a variable and texts in quotes do not matter either, because a language
 * may have another date format or another text for a missing value.
 */
export function templateDifference(source: string, target: string, isHtml: boolean): TemplateDifference {
  const [from, to] = [codesOf(source, isHtml), codesOf(target, isHtml)]
  const variables = differenceOf(from.variables, to.variables)
  const links = differenceOf(from.links, to.links)
  // A differing variable that is the whole address of a link is named once, as a variable.
  const isNamed = (link: string) => variables.missing.includes(link) || variables.extra.includes(link)
  return {
    variables,
    tags: differenceOf(from.tags, to.tags),
    links: { missing: links.missing.filter((link) => !isNamed(link)), extra: links.extra.filter((link) => !isNamed(link)) },
  }
}

/** Returns true if a translation has the codes of its original. */
export const hasSameTemplateCodes = (source: string, target: string, isHtml: boolean): boolean =>
  Object.values(templateDifference(source, target, isHtml)).every(({ missing, extra }: CodeDifference) => missing.length + extra.length === 0)

function codesOf(text: string, isHtml: boolean): Record<keyof TemplateDifference, string[]> {
  const liquid = (text.match(LIQUID) ?? []).map(plainCode)
  return {
    variables: liquid.filter((code) => code.startsWith('{{')),
    tags: liquid.filter((code) => code.startsWith('{%')),
    links: isHtml ? templateParts(text, true).flatMap(({ text: part }) => linkOf(part) ?? []) : [],
  }
}

/** Returns the address in the start tag of a link; undefined for other parts of a text. */
function linkOf(part: string): string | undefined {
  const [, quoted, single] = LINK.exec(part) ?? []
  return (quoted ?? single)?.trim().replaceAll(LIQUID, plainCode)
}

/** Returns a Liquid code without what may differ between languages: spaces, filters and texts in quotes. */
function plainCode(code: string): string {
  const isOutput = code.startsWith('{{')
  const content = code
    .slice(2, -2)
    .replace(/^-|-$/g, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '"…"')
    .trim()
    .replaceAll(/\s+/g, ' ')
  const kept = isOutput ? (content.split('|')[0] ?? '').trim() : content
  return isOutput ? `{{ ${kept} }}` : `{% ${kept} %}`
}

/**
 * Compares two lists of codes. A code that the translation has less often than the original is missing. A code that it
 * has more often is not extra, because another language may have to repeat it. Returns each code once.
 */
function differenceOf(source: readonly string[], target: readonly string[]): CodeDifference {
  const { missing, extra } = listDifference(source, target)
  const known = new Set(source)
  return { missing: [...new Set(missing)], extra: [...new Set(extra)].filter((code) => !known.has(code)) }
}
