import Bowser from 'bowser'

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/** Nothing honest is longer, and what reads it is made of regular expressions. */
const LONGEST = 512

/**
 * A browser's name as its owner knows it again, such as "Firefox, Linux"; null where it is none of the known ones. Only names of the
 * library's own lists come out, never a piece of what was sent.
 */
export function browserName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > LONGEST) return null
  const { browser, os } = Bowser.parse(userAgent)
  if (!BROWSERS.has(browser.name ?? '')) return null
  return [browser.name, os.name].filter((name) => name !== undefined && (name === browser.name || SYSTEMS.has(name))).join(', ')
}
