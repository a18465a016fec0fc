import { describe, expect, test } from 'vitest'
import { type FileFacts, type FileSettings, file, sizeText } from './definition.ts'

const of = (name: string, size = 1): FileFacts => ({ name, size, type: '' })
const check = (files: FileFacts[], settings: FileSettings) => file.check(files, settings, { today: '', matches: () => true })

describe('file input', () => {
  test.each<[why: string, files: FileFacts[], settings: FileSettings, issue: { code: string; params: string[] } | undefined]>([
    ['accepts one file of any size without settings', [of('a.pdf', 1e9)], {}, undefined],
    ['rejects two files without `multiple`', [of('a.pdf'), of('b.pdf')], {}, { code: 'un_solo_file', params: [] }],
    ['accepts two files with `multiple`', [of('a.pdf'), of('b.pdf')], { multiple: true }, undefined],
    ['accepts a file of an allowed type', [of('a.PDF')], { file_type: ['pdf'] }, undefined],
    [
      'rejects one file of a wrong type among others',
      [of('a.pdf'), of('b.png')],
      { multiple: true, file_type: ['pdf', 'txt'] },
      { code: 'tipo_file', params: ['pdf, txt', 'b.png'] },
    ],
    ['accepts a file of exactly max_size', [of('a.pdf', 2048)], { max_size: 2 }, undefined],
    ['rejects a file one byte larger than max_size', [of('a.pdf', 2049)], { max_size: 2 }, { code: 'dimensione_file_max', params: ['2 KB'] }],
    ['accepts files of exactly max_size in total', [of('a.pdf', 1024), of('b.pdf', 1024)], { multiple: true, max_size: 2 }, undefined],
    [
      'rejects files larger than max_size in total',
      [of('a.pdf', 1024), of('b.pdf', 1025)],
      { multiple: true, max_size: 2 },
      { code: 'somma_dimensione_file_max', params: ['2 KB'] },
    ],
    ['rejects a file larger than a max_size of half a kilobyte', [of('a.pdf', 513)], { max_size: 0.5 }, { code: 'dimensione_file_max', params: ['0.5 KB'] }],
  ])('%s', (_why, files, settings, issue) => {
    expect(check(files, settings)).toEqual(issue ? [issue] : [])
  })

  test('writes an answer for people as the names of the files', () => {
    expect(file.text([of('a.pdf'), of('b.png')], {}, { language: 'it', yes: '', no: '' })).toBe('a.pdf, b.png')
  })

  test.each<[kilobytes: number, text: string]>([
    [1, '1 KB'],
    [1023, '1023 KB'],
    [1024, '1 MB'],
    [1536, '1.5 MB'],
    [5120, '5 MB'],
  ])('sizeText(%d KB) returns %s', (kilobytes, text) => {
    expect(sizeText(kilobytes)).toBe(text)
  })

  test('sizeText uses the decimal separator of a language', () => {
    expect([512, 1536, 5120, 2_048_000].map((kilobytes) => sizeText(kilobytes, 'it'))).toEqual(['512 KB', '1,5 MB', '5 MB', '2000 MB'])
  })
})
