import { CheckDigitizer, Parser } from '@marketto/codice-fiscale-utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { birthCode, checkTaxCode, controlCharacter, nameCode, plainTaxCode, readTaxCode, substitutedTaxCode, surnameCode } from './index.ts'

// @marketto/codice-fiscale-utils (MIT) is an independent implementation of tax codes. The generated data avoid inputs
// for which this library differs from the decree or from the registers. The library rejects names with one character,
// more than 32 characters or hyphens, so the generated names have 2 to 14 characters, at least one letter and no
// hyphen. It drops every accent (the registers write Ö as OE), so only the Italian accents are used. It does not
// support years before 1900.
const parser = new Parser({} as never)

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const word = fc.string({ unit: fc.constantFrom(...letters, ...letters, ...'aeiouAEIOU', ..."aeiouAEIOU '", ..."àèéìòùÀÈÉÌÒÙ '"), minLength: 2, maxLength: 14 })
const name = word.filter((text) => text.trim().length >= 2 && /[a-zà-ù]/i.test(text))

// The independent library takes 0.2 ms for the letters of a name, a hundred times as long as our code. The test
// therefore computes only 4,000 names and combines them to 100,000 people.
const names = fc.sample(name, 4000).map((text) => ({ text, surnameCode: parser.lastNameToCf(text), nameCode: parser.firstNameToCf(text) }))
const anyName = fc.integer({ min: 0, max: names.length - 1 }).map((at) => names[at] as (typeof names)[number])
const people = fc.record({
  surname: anyName,
  name: anyName,
  year: fc.integer({ min: 1900, max: 2099 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
  gender: fc.constantFrom('M', 'F'),
  place: fc.tuple(fc.constantFrom(...'ABCDEFGHILMZ'), fc.integer({ min: 1, max: 999 })),
  substituted: fc.integer({ min: 0, max: 127 }),
})

test('for 100,000 generated people, the tax codes and all their parts are the same as those of an independent implementation', () => {
  fc.assert(
    fc.property(people, (person) => {
      const { year, month, day, gender, substituted } = person
      const birthday = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      const birthplace = `${person.place[0]}${String(person.place[1]).padStart(3, '0')}`

      const surname = surnameCode(person.surname.text)
      const given = nameCode(person.name.text)
      const body = `${surname}${given}${birthCode(birthday, gender)}${birthplace}`
      const plain = `${body}${controlCharacter(body)}`
      const code = `${substitutedTaxCode(plain, substituted)}`

      const theirBirth = `${parser.yearToCf(year)}${parser.monthToCf(month - 1)}${parser.dayGenderToCf(day, gender)}`
      const theirBody = `${person.surname.surnameCode}${person.name.nameCode}${theirBirth}${birthplace}`
      const theirPlain = `${theirBody}${CheckDigitizer.checkDigit(theirBody)}`
      expect([plain, code]).toEqual([theirPlain, parser.cfOmocode(theirPlain, substituted)])
      expect(plainTaxCode(code)).toBe(plain)
      expect(readTaxCode(code)).toEqual({ surname, name: given, year: year % 100, month, day, gender, birthplace })
      expect(checkTaxCode(code.toLowerCase(), { surname: person.surname.text, name: person.name.text, birthday, gender, birthplace: [birthplace] })).toEqual([])
    }),
    { numRuns: 100_000 },
  )
}, 60_000)
