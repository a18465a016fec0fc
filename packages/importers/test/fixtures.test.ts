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

// For each source form there is a file with the same name and the extension .txt, which contains the expected steps,
// fields and notes.
describe('importSurveyJs imports the sample form', () => {
  test.each(['surveyjs-segnalazione', 'surveyjs-event-registration', 'surveyjs-satisfaction'])('%s', async (name) => {
    await check(name, importSurveyJs(JSON.parse(await textOf(`${name}.json`))))
  })
})

describe('importFormIo imports the sample form', () => {
  test.each(['formio-contatto', 'formio-wizard', 'formio-components'])('%s', async (name) => {
    await check(name, importFormIo(JSON.parse(await textOf(`${name}.json`))))
  })
})

describe('importXlsForm imports the sample form', () => {
  test.each(Object.entries(XLS_FORMS))('%s', async (name, sheets) => {
    await check(name, importXlsForm(xlsx(sheets)))
  })
})

describe('importOutline imports the sample outline', () => {
  test.each(Object.entries(OUTLINES))('%s', async (name, text) => {
    await check(name, importOutline(text))
  })
})
