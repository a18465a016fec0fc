import Bowser from 'bowser'

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/** Maximum number of characters of a user agent that are parsed, because the parser uses regular expressions; real ones are shorter. */
const LONGEST = 512

/**
 * Returns a browser's name that its owner recognises, such as "Firefox, Linux"; null for unknown browsers. The result contains only names of the library's
 * lists, never text of the header.
 */
export function browserName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > LONGEST) return null
  const { browser, os } = Bowser.parse(userAgent)
  if (!BROWSERS.has(browser.name ?? '')) return null
  return [browser.name, os.name].filter((name) => name !== undefined && (name === browser.name || SYSTEMS.has(name))).join(', ')
}
