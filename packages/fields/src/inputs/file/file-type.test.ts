import { describe, expect, test } from 'vitest'
import { acceptAttribute, extensionOf, matchesFileType, typeOfName } from './file-type.ts'

describe('type of a file according to its name', () => {
  test.each<[name: string, allowed: string[], matches: boolean, why: string]>([
    ['a.pdf', ['pdf'], true, 'by its extension'],
    ['a.pdf', ['.pdf'], true, 'by its extension with the dot'],
    ['A.PDF', ['pdf'], true, 'the case of the name does not matter'],
    ['a.pdf', [' PDF '], true, 'case and spaces of the list do not matter'],
    ['a.pdf', ['application/pdf'], true, 'by its MIME type'],
    ['a.png', ['image/*'], true, 'by a MIME type with a wildcard'],
    ['a.pdf', ['image/*'], false, 'a MIME type of another family'],
    ['a.jpeg', ['jpg'], true, 'two extensions of one type'],
    ['a.tif', ['image/tiff'], true, 'two extensions of one type, by MIME type'],
    ['a.pdf', ['*'], true, 'a wildcard'],
    ['a.pdf', ['*/*'], true, 'a MIME type wildcard'],
    ['a.exe', ['*'], false, 'a program is never accepted'],
    ['a.exe', ['exe'], false, 'a program is never accepted, even if listed'],
    ['a.svg', ['image/*'], false, 'an SVG file can contain scripts'],
    ['a.html', ['text/html', 'html'], false, 'an HTML file can contain scripts'],
    ['a', ['*'], false, 'a name without an extension'],
    ['a.pdf.exe', ['pdf'], false, 'the last extension counts'],
    ['a.', ['*'], false, 'an empty extension'],
    ['a.toString', ['*'], false, 'the name of an inherited object property'],
    ['a.__proto__', ['*'], false, 'the name of an inherited object property'],
    ['a.pdf', [], false, 'an empty list allows nothing'],
    ['a.pdf', ['', 'pdf/'], false, 'invalid entries allow nothing'],
  ])('matchesFileType(%s, %j) returns %j (%s)', (name, allowed, matches) => {
    expect(matchesFileType({ name }, allowed)).toBe(matches)
  })

  test.each<[name: string, extension: string, type: string | undefined]>([
    ['a.pdf', 'pdf', 'application/pdf'],
    ['archive.tar.GZ', 'gz', undefined],
    ['.pdf', 'pdf', 'application/pdf'],
    ['noextension', '', undefined],
    ['x.constructor', 'constructor', undefined],
  ])('extensionOf(%s) returns %j', (name, extension, type) => {
    expect(extensionOf(name)).toBe(extension)
    expect(typeOfName(name)).toBe(type)
  })

  test('acceptAttribute returns file extensions with a leading dot, as the browser’s file input requires', () => {
    expect(acceptAttribute(['pdf', '.png', 'image/*'])).toBe('.pdf,.png,image/*')
    expect(acceptAttribute(undefined)).toBeUndefined()
  })
})
