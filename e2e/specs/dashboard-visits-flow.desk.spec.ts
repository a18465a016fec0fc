import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { VisitReport } from '@sportello/contract'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { callManagement } from '../fixtures/management-call.ts'
import { Operator } from '../fixtures/operator.ts'
import { publishUrgently } from '../fixtures/publish.ts'
import { expect, test } from '../fixtures/test.ts'

// Visits are counted by the day of the form's time zone, in which an office's operators live. Near midnight UTC it is another day.
test.use({ timezoneId: 'Europe/Rome' })

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A title that needs more room than there is beside its bar. */
const LONG = 'Richiesta di autorizzazione per l’occupazione temporanea di suolo pubblico'

const STORY = { type: 'PROPERTY', ordering: 1, value: { property_code: 'story', property_description: 'Descrizione', default_value: { input_type: 'text' } } }

const formOf = (code: string) => {
  const tag = (name: string, title: string, children?: object[]) => ({
    code_tag: `${code}-${name}`,
    tag_description: title,
    ...(children ? { children } : { form_fields: [STORY] }),
  })
  const definition = {
    code_tag: code,
    tag_description: 'Servizi',
    form_params: { auth_type: ['FREE'], form_title: 'Servizi' },
    children: [tag('roads', 'Strade', [tag('hole', LONG), tag('light', 'Lampioni')]), tag('waste', 'Rifiuti')],
  }
  return { definitions: [definition], forms: [{ code_form: code, code_tag: code }] }
}

/** Reports visits of the live version of a form, as the browsers of visitors do. */
async function reportVisits(deployment: Deployment, form: string, times: number, report: Omit<VisitReport, 'version' | 'language'>): Promise<void> {
  const api = `${deployment.url}/forms-service/rs/v2`
  const { data } = (await (await fetch(`${api}/forms/${form}`, { headers: { 'X-Api-Key': 'sportello-web' } })).json()) as { data: { version: string } }
  for (let visit = 0; visit < times; visit++) {
    const answer = await fetch(`${api}/analytics/${form}/visits`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': PERSON },
      body: JSON.stringify({ version: data.version, language: 'it', began: { device: 'phone' }, ...report }),
    })
    expect(answer.status).toBe(202)
  }
}

/** Reports 17 visits: 5 left at once, 5 at the roads, 5 sent a request for a hole, 2 looked at the waste. */
async function reportFirstVisits(deployment: Deployment, form: string): Promise<void> {
  const [roads, hole, waste] = [`${form}-roads`, `${form}-hole`, `${form}-waste`]
  await reportVisits(deployment, form, 5, { reached: [form], left: form })
  await reportVisits(deployment, form, 5, { reached: [form, roads], chosen: [roads], left: roads, started: true })
  await reportVisits(deployment, form, 5, { reached: [form, roads, hole], chosen: [roads, hole], sent: hole, started: true })
  await reportVisits(deployment, form, 2, { reached: [form, waste], chosen: [waste], left: waste, started: true })
}

async function untilCounted(deployment: Deployment, form: string, visits: number, filter = ''): Promise<void> {
  const credential = await deployment.ownerCredential()
  const path = `/visits?form=${form}&from=2026-01-01&to=2099-12-31${filter}`
  await expect.poll(() => callManagement(deployment.url, credential, 'GET', path)).toMatchObject({ totals: { visits } })
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('an operator using the keyboard opens a branch of the flow and goes back', async ({ page, deployment }) => {
  const form = `flow-${randomUUID().slice(0, 8)}`
  await deployment.importBundle(formOf(form))
  await reportFirstVisits(deployment, form)
  await untilCounted(deployment, form, 17)
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await page.goto(`${deployment.url}/admin/management?view=forms&form=${form}&tab=visits`)

  const picture = page.getByRole('region', { name: 'Il flusso delle visite', exact: true })
  await expect(picture.getByRole('button', { name: `5 ${LONG}` })).toBeVisible()
  await expect(picture).toContainText('meno di 5 Rifiuti')
  await expect(picture).toContainText('5 Usciti qui')
  await expectAccessible(page)

  await picture.getByRole('button', { name: '10 Strade', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Strade Arrivati: 10')
  await expect(picture.getByRole('button', { name: `5 ${LONG}` })).toBeVisible()
  await expect(picture).toContainText('5 Inviate')
  await expect(picture).not.toContainText('Rifiuti')
  await page.getByText('Come tabella: Il flusso delle visite').focus()
  await page.keyboard.press('Enter')
  await expect(operator.table('Il flusso delle visite').getByRole('row').nth(2)).toHaveText(`${LONG}Strade550`)
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Strade Arrivati: 10' })).toBeVisible()
  await page.getByRole('button', { name: 'Torna all’inizio' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Servizi Arrivati: 17')
  await expect(picture).toContainText('meno di 5 Rifiuti')

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(picture.getByRole('button', { name: '10 Strade', exact: true })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('an operator compares a version with an earlier one, and a period without visits says so', async ({ page, deployment }) => {
  const form = `versions-${randomUUID().slice(0, 8)}`
  await deployment.importBundle(formOf(form))
  await reportFirstVisits(deployment, form)
  const { definitions } = await deployment.exportBundle(form)
  const changed = { ...definitions[0], code_tag: form, tag_description: 'Servizi del Comune' }
  await publishUrgently(deployment, changed)
  await reportVisits(deployment, form, 6, { reached: [form], left: form })
  await reportVisits(deployment, form, 4, { reached: [form, `${form}-waste`], chosen: [`${form}-waste`], left: `${form}-waste`, started: true })
  await untilCounted(deployment, form, 10, '&version=2')
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await page.goto(`${deployment.url}/admin/management?view=forms&form=${form}&tab=visits&f.version=2`)

  const compare = page.getByLabel('Confronta con', { exact: true })
  await expect(compare.getByRole('option')).toHaveText(['Solo i totali', 'Il periodo prima', 'Gli stessi giorni di un anno prima', 'Versione 1'])
  await compare.focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/f\.compare=version-1/)
  const total = (name: string) => page.locator('.visit-totals > div').filter({ hasText: name })
  await expect(total('Visite')).toHaveText('Visite10 Confronto: 17, Differenza: -7')
  await expect(total('Iniziate')).toHaveText('Iniziatemeno di 5 Confronto: 12')

  await page.reload()
  await expect(compare).toHaveValue('version-1')
  const cells = (step: string) => operator.table('Dove arrivano e dove si fermano').getByRole('row').filter({ hasText: step }).getByRole('cell')
  await expect(cells('Servizi').nth(1)).toHaveText('60,0 Confronto: 29,4, Differenza: +30,6 pp')
  await expect(cells('Rifiuti').first()).toHaveText('meno di 5 Confronto: meno di 5')
  await expect(cells('Strade').first()).toHaveText('0,0 Confronto: 58,8, Differenza: -58,8 pp')
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await operator.button('Scarica CSV').click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain('visits,,,10,17\r\n')
  expect(csv).toContain(`step_reached,${form}-roads,,0,10\r\n`)

  await compare.selectOption('before')
  await expect(page.getByText(/^Nel confronto \(.*\) non è stata contata nessuna visita\.$/)).toBeVisible()
  await expect(total('Visite')).toHaveText('Visite10')
  await compare.selectOption('')
  await expect(page).not.toHaveURL(/compare/)
})
