import Bowser from 'bowser'

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/**
 * Maximum number of characters of a user agent that are parsed, because the parser uses slow regular expressions; real
 * user agents are shorter.
 */
const LONGEST = 512

/**
 * Returns the name of a browser for display to its user, such as "Firefox, Linux"; null for unknown browsers. The name
 * is built from the library's lists only, never from the text of the header.
 */
export function browserName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > LONGEST) return null
  const { browser, os } = Bowser.parse(userAgent)
  if (!BROWSERS.has(browser.name ?? '')) return null
  return [browser.name, os.name].filter((name) => name !== undefined && (name === browser.name || SYSTEMS.has(name))).join(', ')
}
