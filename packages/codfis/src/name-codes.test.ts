import { describe, expect, test } from 'vitest'
import { nameCode, nameFits, surnameCode, surnameFits } from './name-codes.ts'

describe('surnameCode (three letters of a surname)', () => {
  test.each([
    ['Rossi', 'RSS', 'three consonants in order'],
    ['Verdi', 'VRD', 'only the first three consonants'],
    ['Martinelli', 'MRT', 'a surname, unlike a first name, skips no consonant'],
    ['Riva', 'RVI', 'two consonants, then the first vowel'],
    ['Aiello', 'LLA', 'consonants come before earlier vowels'],
    ['Fo', 'FOX', 'two letters, then X'],
    ['Re', 'REX', 'two letters, then X'],
    ['Ng', 'NGX', 'two consonants and no vowel'],
    ['Wu', 'WUX', 'W is a consonant'],
    ['Y', 'YXX', 'one letter; Y is a consonant'],
    ['O', 'OXX', 'one vowel'],
    ['Aoi', 'AOI', 'only vowels, in order'],
    ['Aieie', 'AIE', 'only vowels, more than three'],
    ['Io', 'IOX', 'two vowels'],
    ["D'Annunzio", 'DNN', 'the apostrophe does not count'],
    ['Dell’Acqua', 'DLL', 'the typographic apostrophe is ignored'],
    ['De Luca', 'DLC', 'the particle belongs to the surname'],
    ['Lo Presti', 'LPR', 'spaces are ignored'],
    ['Rossi-Bianchi', 'RSS', 'both parts of a double surname are joined'],
    ['Re Dò', 'RDE', 'a double surname with a short first part'],
    ['Núñez', 'NNZ', 'Ñ is N'],
    ['Çelik', 'CLK', 'Ç is C'],
    ['Đoković', 'DKV', 'Đ is D, although Unicode does not decompose it'],
    ['Łach', 'LCH', 'Ł is L'],
    ['Weiß', 'WSS', 'ß is SS'],
    ['WEIẞ', 'WSS', 'the capital ẞ is SS'],
    ['Þórsson', 'THR', 'Þ is TH'],
    ['Nguyễn', 'NGY', 'two marks on one letter'],
    ['Öz', 'ZOE', 'Ö is OE on Italian registers'],
    ['O\u0308z', 'ZOE', 'the same letter written in two code points'],
    ['Ødum', 'DMO', 'Ø is OE'],
    ['Ås', 'SAA', 'Å is AA'],
    ['Æbo', 'BAE', 'Æ is AE'],
    ['Işık', 'SKI', 'the dotless ı is I'],
    ['İpek', 'PKI', 'the dotted capital İ is I'],
    ['Ｒｏｓｓｉ', 'RSS', 'full-width letters are converted'],
    ['ﬁni', 'FNI', 'a ligature is split into its letters'],
    ['Гоголь', 'XXX', 'no Latin letter at all'],
    ['', 'XXX', 'nothing at all'],
  ])('for the surname %s the letters are %s: %s', (surname, code) => expect(surnameCode(surname)).toBe(code))
})

describe('nameCode (three letters of a given name)', () => {
  test.each([
    ['Mario', 'MRA', 'two consonants, then the first vowel'],
    ['Marco', 'MRC', 'exactly three consonants: all three'],
    ['Gianfranco', 'GFR', 'four or more consonants: the first, third and fourth'],
    ['Gianluca', 'GLC', 'exactly four consonants: the first, third and fourth'],
    ['Niccolò', 'NCL', 'a double consonant counts twice'],
    ['Nicolo’', 'NCL', 'an apostrophe in place of the accent'],
    ['Maria Teresa', 'MTR', 'two first names are joined'],
    ['Anna', 'NNA', 'two consonants after a vowel'],
    ['Ada', 'DAA', 'one consonant, two vowels'],
    ['Al', 'LAX', 'a consonant and a vowel before it'],
    ['Bo', 'BOX', 'two letters'],
    ['Eoa', 'EOA', 'only vowels'],
    ['Łukasz', 'LSZ', 'Ł counts as one of four consonants'],
    ['Jean-Luc', 'JLC', 'the hyphen is ignored'],
  ])('for the given name %s the letters are %s: %s', (name, code) => expect(nameCode(name)).toBe(code))
})

describe('surnameFits and nameFits (whether the letters in a tax code fit a name)', () => {
  test.each([
    ['Öz', 'ZOE', true, 'as registers have written it since 2008'],
    ['Öz', 'ZOX', true, 'as many wrote it before'],
    ['Ås', 'SAX', true, 'the bare letter'],
    ['Ødum', 'DMO', true, 'both transliterations give the same code'],
    ['Öz', 'ZAX', false, 'neither way'],
    ['王', 'WNG', true, 'no Latin letter: the code was made from another spelling'],
    ['  ', 'RSS', true, 'white space only is not compared'],
    ['Rossi', 'RSS', true, 'an ordinary surname'],
    ['Rossi', 'RSA', false, 'another surname'],
  ])('surnameFits for the surname %s and the letters %s returns %s (%s)', (surname, code, fit) => expect(surnameFits(surname, code)).toBe(fit))

  test('nameFits applies the rule for given names, and surnameFits the rule for surnames', () => {
    expect([nameFits('Gianluca', 'GLC'), nameFits('Gianluca', 'GNL')]).toEqual([true, false])
    expect([surnameFits('Gianluca', 'GLC'), surnameFits('Gianluca', 'GNL')]).toEqual([false, true])
  })
})
