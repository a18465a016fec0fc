import { describe, expect, test } from 'vitest'
import { paths } from './paths.ts'
import { placeOf } from './place.ts'

const at = (path: string) => placeOf(new URL(path, 'http://page.example'))

describe('placeOf (the page that a URL names)', () => {
  test.each<[string, unknown, string]>([
    ['/comune', { kind: 'form', customer: 'comune', codeTag: null }, 'home'],
    ['/comune/', { kind: 'form', customer: 'comune', codeTag: null }, 'a trailing slash is ignored'],
    ['/comune/open/buche', { kind: 'form', customer: 'comune', codeTag: 'buche' }, 'a step'],
    ['/comune/validation?code=abc&locale=de', { kind: 'validation', customer: 'comune', code: 'abc', locale: 'de' }, 'the mailed link'],
    ['/comune/validation', { kind: 'validation', customer: 'comune', code: '', locale: null }, 'the mailed link without its code'],
    ['/comune/resume?locale=de#key', { kind: 'resume', customer: 'comune', locale: 'de' }, 'the mailed link to a saved request'],
    ['/comune/receipt?locale=de', { kind: 'receipt', customer: 'comune', key: null, locale: 'de' }, 'the receipt'],
    ['/comune/receipt?key=a.b&locale=de', { kind: 'receipt', customer: 'comune', key: 'a.b', locale: 'de' }, 'the mailed link to a receipt'],
    ['/comune/mantainance', { kind: 'maintenance', customer: 'comune' }, 'the maintenance page, with the spelling of the specification'],
    ['/comune/authError', { kind: 'authError', customer: 'comune' }, 'access denied'],
    ['/comune/surveyCompiled', { kind: 'surveyCompiled', customer: 'comune' }, 'the survey was filled in'],
    ['/comune/error', { kind: 'error', customer: 'comune' }, 'request error'],
    ['/comune/login', { kind: 'login', customer: 'comune', recovery: null }, 'user name and password'],
    ['/comune/login?recovery=abc', { kind: 'login', customer: 'comune', recovery: 'abc' }, 'the mailed password recovery link'],
    ['/comune/soci/token-login', { kind: 'tokenLogin', customer: 'comune', codeTag: 'soci' }, 'token and fields'],
    ['/comune/soci/other', { kind: 'notFound', customer: 'comune' }, 'an unknown page below a step'],
    ['/unauthorized', { kind: 'unauthorized', customer: null }, 'a page without customer'],
    ['/notfound', { kind: 'notFound', customer: null }, 'a page without customer'],
    ['/', { kind: 'notFound', customer: null }, 'no first segment'],
    ['/comune/open', { kind: 'notFound', customer: 'comune' }, 'a step without its code'],
    ['/comune/open/a/b', { kind: 'notFound', customer: 'comune' }, 'too many path segments'],
    ['/comune/toString', { kind: 'notFound', customer: 'comune' }, 'the name of an inherited object property'],
    ['/%E0%A4%A', { kind: 'notFound', customer: null }, 'not decodable'],
  ])('the path %s names the page %o (%s)', (path, place) => expect(at(path)).toEqual(place))

  test('returns the codes from every path that the functions in paths build', () => {
    expect(at(paths.open('a b', 'c/d'))).toEqual({ kind: 'form', customer: 'a b', codeTag: 'c/d' })
    expect(at(paths.home('a/b'))).toEqual({ kind: 'form', customer: 'a/b', codeTag: null })
  })
})
