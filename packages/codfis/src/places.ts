import { otherNames, otherStates } from './other-names.ts'
import { placeKey } from './place-key.ts'
import { placesData } from './places-data.ts'

/**
 * Maximum length of a birthplace in characters. For longer texts no code is searched; the longest official name has 41
 * characters.
 */
const LONGEST = 200

let known: ReadonlyMap<string, readonly string[]> | undefined

/**
 * Returns the Belfiore codes that a birthplace can have in a tax code: in capitals, sorted, without duplicates. `typed`
 * is the name of an Italian municipality (present or abolished) or of a foreign state (present or past), or a Belfiore
 * code, which is returned even if the table does not contain it. Case, accents, apostrophes, hyphens, spaces and a
 * province at the end, as in "Castro (LE)", are ignored. If the name is in two languages ("Bolzano/Bozen"), each half
 * is looked up. The result has several codes if places have the same name, if a place was given a new code, or if a
 * state was part of another state, because people who were born there may have the former code. The list is empty for
 * an unknown place. Never throws. The first call builds an index, which takes about 20 ms.
 */
export function placeCodes(typed: string): readonly string[] {
  if (typed.length > LONGEST) return []
  const text = typed.trim()
  if (/^[A-MZ]\d{3}$/i.test(text)) return [text.toUpperCase()]
  known ??= index()
  const whole = known.get(placeKey(text))
  if (whole) return whole
  const halves = text.split(/\/| [-–] /)
  return inOrder(halves.flatMap((half) => known?.get(placeKey(half)) ?? []))
}

function index(): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, string[]>()
  const add = (name: string, code: string) => codes.set(name, [...(codes.get(name) ?? []), code, ...(otherStates[code] ?? [])])
  for (const [name, code] of officialNames()) add(name, code)
  for (const [code, names] of Object.entries(otherNames)) for (const name of names) add(placeKey(name), code)
  for (const [name, list] of codes) codes.set(name, inOrder(list))
  return codes
}

function* officialNames(): Generator<[string, string]> {
  let number = 0
  for (const [, step, name = ''] of placesData.matchAll(/(\d*)([A-Z]+)/g)) {
    number += step === '' ? 1 : Number(step)
    yield [name, `${String.fromCharCode(65 + Math.floor(number / 1000))}${String(number % 1000).padStart(3, '0')}`]
  }
}

const inOrder = (codes: readonly string[]): string[] => [...new Set(codes)].sort()
