import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Imported, importFormIo, importOutline, importSurveyJs, importXlsForm } from '../src/index.ts'
import XLS_FORMS from './fixtures/xlsforms.json' with { type: 'json' }
import { OUTLINES } from './outlines.ts'
import { assertValid, summaryOf } from './summary.ts'
import { xlsx } from './xlsx.ts'

const textOf = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')

async function check(name: string, imported: Imported): Promise<void> {
  assertValid(imported.definition)
  await expect(summaryOf(imported)).toMatchFileSnapshot(`./fixtures/${name}.txt`)
}

// For each source form, a file with the same name and the extension .txt contains the expected steps, fields and
// remarks.
describe('importSurveyJs reads', () => {
  test.each(['surveyjs-segnalazione', 'surveyjs-event-registration', 'surveyjs-satisfaction'])('%s', async (name) => {
    await check(name, importSurveyJs(JSON.parse(await textOf(`${name}.json`))))
  })
})

describe('importFormIo reads', () => {
  test.each(['formio-contatto', 'formio-wizard', 'formio-components'])('%s', async (name) => {
    await check(name, importFormIo(JSON.parse(await textOf(`${name}.json`))))
  })
})

describe('importXlsForm reads', () => {
  test.each(Object.entries(XLS_FORMS))('%s', async (name, sheets) => {
    await check(name, importXlsForm(xlsx(sheets)))
  })
})

describe('importOutline reads', () => {
  test.each(Object.entries(OUTLINES))('%s', async (name, text) => {
    await check(name, importOutline(text))
  })
})
