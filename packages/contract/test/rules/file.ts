import { aFile, REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('file')
/** Files travel as parts of their own, so the JSON answers contain nothing for them. */
const aside = { wire: undefined }
const required = { ...REQUIRED, ...aside }
const many = { multiple: true }

const types = (
  [
    ['an extension', ['pdf'], 'a.pdf'],
    ['an extension with its point', ['.pdf'], 'a.pdf'],
    ['an extension in capitals', ['PDF'], 'a.pdf'],
    ['a name in capitals', ['pdf'], 'A.PDF'],
    ['the last extension of several', ['pdf'], 'a.b.pdf'],
    ['one of several extensions', ['pdf', 'png'], 'a.png'],
    ['both extensions of one type', ['jpg'], 'a.jpeg'],
    ['a MIME type', ['application/pdf'], 'a.pdf'],
    ['a MIME type in capitals', ['Application/PDF'], 'a.pdf'],
    ['image/*: a PNG', ['image/*'], 'a.png'],
    ['image/*: a JPEG', ['image/*'], 'a.jpg'],
    ['image/*: a photo of an Apple telephone', ['image/*'], 'a.heic'],
    ['a MIME type beside an extension', ['image/*', 'pdf'], 'a.pdf'],
    ['a signed document', ['p7m'], 'fattura.xml.p7m'],
    ['an office document', ['docx'], 'a.docx'],
    ['a text', ['txt'], 'a.txt'],
  ] as const
).map(([what, file_type, name]) => accepts(`file_type: ${what}`, { file_type: [...file_type] }, [aFile(name)], aside))

const wrongTypes = (
  [
    ['another extension', ['pdf'], 'a.png'],
    ['no extension', ['pdf'], 'pdf'],
    ['an extension in the middle', ['pdf'], 'a.pdf.exe'],
    ['an extension that merely ends alike', ['pdf'], 'a.xpdf'],
    ['another MIME type', ['application/pdf'], 'a.png'],
    ['image/*: a document', ['image/*'], 'a.pdf'],
    ['image/*: a drawing that can hold scripts', ['image/*'], 'a.svg'],
    ['a page that can hold scripts, though it is asked for', ['html'], 'a.html'],
    ['a program, though it is asked for', ['exe'], 'a.exe'],
    ['none of several', ['pdf', 'png'], 'a.txt'],
  ] as const
).map(([what, file_type, name]) =>
  refuses(`file_type: ${what}`, { file_type: [...file_type] }, [aFile(name)], ['tipo_file', file_type.join(', '), name], aside),
)

const KB = 1024

export const file = [
  refuses('required: none is chosen', {}, [], ['campo_richiesto'], required),
  refuses('required: nobody has touched it', {}, undefined, ['campo_richiesto'], required),
  accepts('required: one is chosen', {}, [aFile('a.pdf')], required),
  accepts('not required: none is chosen', { file_type: ['pdf'], max_size: 1 }, [], aside),
  accepts('an empty file is a file', {}, [aFile('a.txt', 0)], required),
  refuses('one file where several are not asked for', {}, [aFile('a.pdf'), aFile('b.pdf')], ['un_solo_file'], aside),
  accepts('multiple: two', many, [aFile('a.pdf'), aFile('b.pdf')], aside),
  accepts('multiple: one', many, [aFile('a.pdf')], required),
  refuses('multiple: none', many, [], ['campo_richiesto'], required),
  accepts('any of the types that a request may carry, where the author names none', {}, [aFile('a.zip')], aside),
  refuses('a program, where the author names no type', {}, [aFile('a.exe')], ['tipo_file', '', 'a.exe'], aside),
  refuses('a page that can hold scripts, where the author names no type', {}, [aFile('a.html')], ['tipo_file', '', 'a.html'], aside),
  accepts('an empty list of types names none', { file_type: [] }, [aFile('a.zip')], aside),
  ...types,
  ...wrongTypes,
  refuses('file_type: one wrong among right ones', { ...many, file_type: ['pdf'] }, [aFile('a.pdf'), aFile('b.png')], ['tipo_file', 'pdf', 'b.png'], aside),
  accepts('max_size: just as large passes', { max_size: 2 }, [aFile('a.pdf', 2 * KB)], aside),
  refuses('max_size: one byte more', { max_size: 2 }, [aFile('a.pdf', 2 * KB + 1)], ['dimensione_file_max', '2 KB'], aside),
  accepts('max_size: a KB has 1024 bytes', { max_size: 1 }, [aFile('a.pdf', 1024)], aside),
  refuses('max_size: in megabytes where it has some', { max_size: 5 * KB }, [aFile('a.pdf', 5 * KB * KB + 1)], ['dimensione_file_max', '5 MB'], aside),
  accepts('max_size: the sum just as large passes', { ...many, max_size: 2 }, [aFile('a.pdf', KB), aFile('b.pdf', KB)], aside),
  refuses(
    'max_size: the sum one byte more, though each alone would pass',
    { ...many, max_size: 2 },
    [aFile('a.pdf', KB), aFile('b.pdf', KB + 1)],
    ['somma_dimensione_file_max', '2 KB'],
    aside,
  ),
  refuses(
    'max_size: one of several alone too large',
    { ...many, max_size: 2 },
    [aFile('a.pdf', 9 * KB), aFile('b.pdf', 1)],
    ['somma_dimensione_file_max', '2 KB'],
    aside,
  ),
  refuses('the type is told before the size', { file_type: ['pdf'], max_size: 1 }, [aFile('a.png', 9 * KB)], ['tipo_file', 'pdf', 'a.png'], aside),
  accepts('hidden: is not asked', { file_type: ['pdf'] }, undefined, { field: { hidden: true, required: true }, ...aside }),
]
