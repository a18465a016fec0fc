import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { placesText } from '../test/places-text.ts'
import { otherNames, otherStates } from './other-names.ts'
import { placeKey } from './place-key.ts'
import { placeCodes } from './places.ts'

describe('placeCodes', () => {
  test.each<[string, string[], string]>([
    ['H501', ['H501'], 'a Belfiore code stands for itself'],
    [' z404 ', ['Z404'], 'in either case'],
    ['Z999', ['Z999'], 'also one that the table has not'],
    ['Roma', ['H501'], 'a municipality'],
    ['roma', ['H501'], 'in lower case'],
    ['Roma (RM)', ['H501'], 'with its province'],
    ['Samone', ['H753', 'H754'], 'two municipalities of one name'],
    ['Castro (LE)', ['C337', 'M261'], 'two of one name: the province does not decide'],
    ['Forlì', ['D704'], 'an accent'],
    ["FORLI'", ['D704'], 'an apostrophe in its place'],
    ['reggio nell emilia', ['H223'], 'an apostrophe left out'],
    ['Reggio Emilia', ['H223'], 'a name that everybody uses'],
    ['Duino-Aurisina', ['D383'], 'a hyphen too many'],
    ['Rhêmes Notre Dame', ['H262'], 'a hyphen too few'],
    ['Città della Pieve', ['C744'], 'an accent that the package garbles'],
    ['Santa Maria la Carità', ['M273'], 'and one that it loses'],
    ['Abetone', ['A012'], 'abolished in 2017'],
    ['Presicce-Acquarica', ['M428'], 'what two abolished ones became'],
    ['Fiume', ['D620'], 'Italian until 1947'],
    ['Lu', ['E712'], 'two letters'],
    ['Bolzano/Bozen', ['A952'], 'two languages: the half that is known'],
    ['Bozen - Bolzano', ['A952'], 'in either order'],
    ['Roma/Milano', ['F205', 'H501'], 'both halves are known'],
    ['Francia', ['Z110'], 'a foreign state'],
    ["COSTA D'AVORIO", ['Z313'], 'in capitals'],
    ['Cecoslovacchia', ['Z105'], 'a past state'],
    ['Jugoslavia', ['Z118'], 'a past state by its usual name'],
    ['Croazia', ['Z118', 'Z149'], 'its natives may bear Yugoslavia’s code'],
    ['Armenia', ['Z135', 'Z137', 'Z252'], 'given a new code, and once Soviet'],
    ['Russia', ['Z135', 'Z154'], 'a usual name has the same codes as the official one'],
    ['Federazione russa', ['Z135', 'Z154'], 'the official one'],
    ['Myanmar', ['Z206'], 'a half of a name'],
    ['Atlantide', [], 'no such place'],
    ['', [], 'nothing'],
    ['/', [], 'two halves of nothing'],
    ['(RM)', [], 'a province of nothing'],
    ['__proto__', [], 'what every object has'],
    ['A00１', [], 'a full-width digit makes no code'],
    ['N001', [], 'no Belfiore code begins with N'],
    ['Roma\0\uD800', ['H501'], 'what is no letter does not count'],
    [`${' '.repeat(100_000)}/`, [], 'far too long'],
  ])('%j: %j (%s)', (typed, codes) => {
    const started = performance.now()
    expect(placeCodes(typed)).toEqual(codes)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

test('places-data.ts equals the output of `npm run places`', async () => {
  expect(readFileSync(new URL('places-data.ts', import.meta.url), 'utf8')).toBe(await placesText())
})

test('otherNames lists only names that the table of official names lacks, under valid Belfiore codes', () => {
  for (const [code, names] of Object.entries(otherNames)) {
    expect(code).toMatch(/^[A-MZ]\d{3}$/)
    for (const name of names) expect(placeCodes(name), name).toContain(code)
    expect(new Set(names.map(placeKey)).size).toBe(names.length)
  }
  for (const codes of Object.values(otherStates)) for (const code of codes) expect(code).toMatch(/^Z\d{3}$/)
})
