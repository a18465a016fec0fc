import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { placesText } from '../test/places-text.ts'
import { otherNames, otherStates } from './other-names.ts'
import { placeKey } from './place-key.ts'
import { placeCodes } from './places.ts'

describe('placeCodes (Belfiore codes for a birthplace as typed)', () => {
  test.each<[string, string[], string]>([
    ['H501', ['H501'], 'a Belfiore code is returned unchanged'],
    [' z404 ', ['Z404'], 'a Belfiore code in lower case'],
    ['Z999', ['Z999'], 'a Belfiore code that the table does not contain'],
    ['Roma', ['H501'], 'a municipality'],
    ['roma', ['H501'], 'a municipality in lower case'],
    ['Roma (RM)', ['H501'], 'a municipality followed by its province'],
    ['Samone', ['H753', 'H754'], 'two municipalities of one name'],
    ['Castro (LE)', ['C337', 'M261'], 'two municipalities of one name with a province, which is ignored'],
    ['Forlì', ['D704'], 'a name with an accent'],
    ["FORLI'", ['D704'], 'an apostrophe in its place'],
    ['reggio nell emilia', ['H223'], 'a missing apostrophe'],
    ['Reggio Emilia', ['H223'], 'a common short name'],
    ['Duino-Aurisina', ['D383'], 'an additional hyphen'],
    ['Rhêmes Notre Dame', ['H262'], 'a missing hyphen'],
    ['Città della Pieve', ['C744'], 'an accent that is wrong in the source data'],
    ['Santa Maria la Carità', ['M273'], 'an accent that is missing in the source data'],
    ['Abetone', ['A012'], 'a municipality abolished in 2017'],
    ['Presicce-Acquarica', ['M428'], 'a municipality merged from two abolished ones'],
    ['Fiume', ['D620'], 'a town that was Italian until 1947'],
    ['Lu', ['E712'], 'two letters'],
    ['Bolzano/Bozen', ['A952'], 'a name in two languages, of which one is known'],
    ['Bozen - Bolzano', ['A952'], 'a name in two languages, in the other order'],
    ['Roma/Milano', ['F205', 'H501'], 'two known names with a slash'],
    ['Francia', ['Z110'], 'a foreign state'],
    ["COSTA D'AVORIO", ['Z313'], 'in capitals'],
    ['Cecoslovacchia', ['Z105'], 'a past state'],
    ['Jugoslavia', ['Z118'], 'a past state by its usual name'],
    ['Croazia', ['Z118', 'Z149'], 'a state that was part of Yugoslavia: both codes'],
    ['Armenia', ['Z135', 'Z137', 'Z252'], 'a former Soviet state with a new code: all codes'],
    ['Russia', ['Z135', 'Z154'], 'a common name has the same codes as the official one'],
    ['Federazione russa', ['Z135', 'Z154'], 'the official name of a state'],
    ['Myanmar', ['Z206'], 'a part of a state’s name'],
    ['Atlantide', [], 'an unknown place'],
    ['', [], 'nothing'],
    ['/', [], 'two halves of nothing'],
    ['(RM)', [], 'a province without a place'],
    ['__proto__', [], 'the name of an inherited object property'],
    ['A00１', [], 'a full-width digit is not part of a code'],
    ['N001', [], 'no Belfiore code begins with N'],
    ['Roma\0\uD800', ['H501'], 'characters other than letters are ignored'],
    [`${' '.repeat(100_000)}/`, [], 'far too long'],
  ])('for %j returns the codes %j (%s)', (typed, codes) => {
    const started = performance.now()
    expect(placeCodes(typed)).toEqual(codes)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

test('the committed file places-data.ts equals the output of `npm run places`', async () => {
  expect(readFileSync(new URL('places-data.ts', import.meta.url), 'utf8')).toBe(await placesText())
})

test('the table otherNames contains only valid Belfiore codes and no official names', () => {
  for (const [code, names] of Object.entries(otherNames)) {
    expect(code).toMatch(/^[A-MZ]\d{3}$/)
    for (const name of names) expect(placeCodes(name), name).toContain(code)
    expect(new Set(names.map(placeKey)).size).toBe(names.length)
  }
  for (const codes of Object.values(otherStates)) for (const code of codes) expect(code).toMatch(/^Z\d{3}$/)
})
