import Bowser from 'bowser'

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/**
 * Maximum number of characters of a User-Agent header that the server parses. The length is limited because the parser
 * uses slow regular expressions; real headers are shorter.
 */
const LONGEST = 512

/**
 * Returns the name of a browser, such as “Firefox, Linux”, which is shown to the visitor or operator who uses it.
 * Returns
 * null for an unknown browser. The name consists only of entries from the library's lists, never of text from the
 * header.
 */
export function browserName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > LONGEST) return null
  const { browser, os } = Bowser.parse(userAgent)
  if (!BROWSERS.has(browser.name ?? '')) return null
  return [browser.name, os.name].filter((name) => name !== undefined && (name === browser.name || SYSTEMS.has(name))).join(', ')
}
