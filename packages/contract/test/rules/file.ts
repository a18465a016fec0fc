import { aFile, REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('file')
/**
 * Rows of the rules table for file inputs. The browser sends files as separate multipart parts, so the JSON answers do
 * not contain them.
 */
const aside = { wire: undefined }
const required = { ...REQUIRED, ...aside }
const many = { multiple: true }

const types = (
  [
    ['an extension', ['pdf'], 'a.pdf'],
    ['an extension with its dot', ['.pdf'], 'a.pdf'],
    ['an extension in upper case', ['PDF'], 'a.pdf'],
    ['a file name in upper case', ['pdf'], 'A.PDF'],
    ['a file name with two extensions: the last one counts', ['pdf'], 'a.b.pdf'],
    ['one of the allowed extensions', ['pdf', 'png'], 'a.png'],
    ['jpg allows jpeg too', ['jpg'], 'a.jpeg'],
    ['a MIME type', ['application/pdf'], 'a.pdf'],
    ['a MIME type in upper case', ['Application/PDF'], 'a.pdf'],
    ['image/*: a PNG', ['image/*'], 'a.png'],
    ['image/*: a JPEG', ['image/*'], 'a.jpg'],
    ['image/*: a HEIC photo', ['image/*'], 'a.heic'],
    ['a MIME type and an extension together', ['image/*', 'pdf'], 'a.pdf'],
    ['a signed document', ['p7m'], 'fattura.xml.p7m'],
    ['an office document', ['docx'], 'a.docx'],
    ['a text', ['txt'], 'a.txt'],
  ] as const
).map(([what, file_type, name]) => accepts(`file_type: ${what}`, { file_type: [...file_type] }, [aFile(name)], aside))

const wrongTypes = (
  [
    ['another extension', ['pdf'], 'a.png'],
    ['no extension', ['pdf'], 'pdf'],
    ['an allowed extension in the middle of the name', ['pdf'], 'a.pdf.exe'],
    ['an extension with the same ending', ['pdf'], 'a.xpdf'],
    ['another MIME type', ['application/pdf'], 'a.png'],
    ['image/*: a document', ['image/*'], 'a.pdf'],
    ['image/*: an SVG file, which can contain scripts', ['image/*'], 'a.svg'],
    ['an HTML file even if the author allows it', ['html'], 'a.html'],
    ['a program even if the author allows it', ['exe'], 'a.exe'],
    ['none of the allowed extensions', ['pdf', 'png'], 'a.txt'],
  ] as const
).map(([what, file_type, name]) =>
  refuses(`file_type: ${what}`, { file_type: [...file_type] }, [aFile(name)], ['tipo_file', file_type.join(', '), name], aside),
)

const KB = 1024

export const file = [
  refuses('required: no file is chosen', {}, [], ['campo_richiesto'], required),
  refuses('required: an untouched field', {}, undefined, ['campo_richiesto'], required),
  accepts('required: one file is chosen', {}, [aFile('a.pdf')], required),
  accepts('not required: no file is chosen', { file_type: ['pdf'], max_size: 1 }, [], aside),
  accepts('required: a file of 0 bytes', {}, [aFile('a.txt', 0)], required),
  refuses('two files in a field without `multiple`', {}, [aFile('a.pdf'), aFile('b.pdf')], ['un_solo_file'], aside),
  accepts('multiple: two files', many, [aFile('a.pdf'), aFile('b.pdf')], aside),
  accepts('multiple: one file', many, [aFile('a.pdf')], required),
  refuses('multiple and required: no file', many, [], ['campo_richiesto'], required),
  accepts('no file_type: any type that the server accepts', {}, [aFile('a.zip')], aside),
  refuses('no file_type: a program', {}, [aFile('a.exe')], ['tipo_file', '', 'a.exe'], aside),
  refuses('no file_type: an HTML file, which can contain scripts', {}, [aFile('a.html')], ['tipo_file', '', 'a.html'], aside),
  accepts('an empty file_type allows every type that the server accepts', { file_type: [] }, [aFile('a.zip')], aside),
  ...types,
  ...wrongTypes,
  refuses(
    'file_type: one of two files has a wrong type',
    { ...many, file_type: ['pdf'] },
    [aFile('a.pdf'), aFile('b.png')],
    ['tipo_file', 'pdf', 'b.png'],
    aside,
  ),
  accepts('max_size: a file of exactly this size', { max_size: 2 }, [aFile('a.pdf', 2 * KB)], aside),
  refuses('max_size: a file one byte larger', { max_size: 2 }, [aFile('a.pdf', 2 * KB + 1)], ['dimensione_file_max', '2 KB'], aside),
  accepts('max_size: a KB is 1024 bytes', { max_size: 1 }, [aFile('a.pdf', 1024)], aside),
  refuses('max_size: the error shows megabytes', { max_size: 5 * KB }, [aFile('a.pdf', 5 * KB * KB + 1)], ['dimensione_file_max', '5 MB'], aside),
  accepts('max_size: several files of exactly this total size', { ...many, max_size: 2 }, [aFile('a.pdf', KB), aFile('b.pdf', KB)], aside),
  refuses(
    'max_size: several files one byte larger in total, each within the limit',
    { ...many, max_size: 2 },
    [aFile('a.pdf', KB), aFile('b.pdf', KB + 1)],
    ['somma_dimensione_file_max', '2 KB'],
    aside,
  ),
  refuses(
    'max_size: one of several files exceeds the limit alone',
    { ...many, max_size: 2 },
    [aFile('a.pdf', 9 * KB), aFile('b.pdf', 1)],
    ['somma_dimensione_file_max', '2 KB'],
    aside,
  ),
  refuses('a wrong type is reported before a wrong size', { file_type: ['pdf'], max_size: 1 }, [aFile('a.png', 9 * KB)], ['tipo_file', 'pdf', 'a.png'], aside),
  accepts('hidden and required: the visitor is not asked', { file_type: ['pdf'] }, undefined, { field: { hidden: true, required: true }, ...aside }),
]
