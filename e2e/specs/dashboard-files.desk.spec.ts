import { expectAccessible } from '../fixtures/accessibility.ts'
import { deskRequests } from '../fixtures/desk-requests.ts'
import { Operator, openDashboard } from '../fixtures/operator.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'

/** Returns a PDF file with a line of text on each of its pages. */
function pdfOf(lines: readonly string[]): Buffer<ArrayBuffer> {
  const kids = lines.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${lines.length}/MediaBox[0 0 300 200]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((line, at) => {
      const drawn = `BT /F1 18 Tf 20 100 Td (${line}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
  )
}

const FILES: [name: string, type: string, content: Buffer<ArrayBuffer>][] = [
  ['buca.png', 'image/png', randomPng(8)],
  ['relazione.pdf', 'application/pdf', pdfOf(['Buca in via Roma', 'Seconda pagina'])],
  ['lungo.pdf', 'application/pdf', pdfOf(Array.from({ length: 201 }, (_, at) => `Pagina ${at}`))],
  ['rotto.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nnothing that could be shown')],
]

// A header of the test’s own would make the browser ask for permission to load the files of a page without an origin.
test.use({ extraHTTPHeaders: {} })

test('an agent looks at pictures and PDF files, which reach nothing of the dashboard', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/Content Security Policy|has been blocked by CORS policy|net::ERR_FAILED/)
  const { tickets } = await deskRequests(deployment, ['Con allegati'], {}, FILES)
  await openDashboard(page, deployment, `requests&request=${tickets[0]}`)
  const operator = new Operator(page, deployment)
  const panel = operator.dialog(`Ticket ${tickets[0]}`)
  const framed = page.frameLocator('iframe.file-preview')
  const opens = async (name: string) => {
    await panel.getByRole('button', { name: `Anteprima di ${name}` }).press('Enter')
    return operator.dialog(name)
  }

  const picture = await opens('buca.png')
  await expect(framed.getByRole('img', { name: 'buca.png' })).toBeVisible()
  await expect(picture.getByRole('status')).toHaveText('')
  await expectAccessible(page)
  const frame = page.frames().find((each) => each.url().includes('/~viewer/'))
  const reached = await frame?.evaluate(async () => ({
    origin: self.origin,
    parent: await Promise.resolve()
      .then(() => String(parent.document))
      .catch(() => 'refused'),
    cookie: await Promise.resolve()
      .then(() => document.cookie)
      .catch(() => 'refused'),
    script: await new Promise((done) =>
      document.head.append(
        Object.assign(document.createElement('script'), {
          src: `/admin/assets/none.js?${Date.now()}`,
          onload: () => done('loaded'),
          onerror: () => done('refused'),
        }),
      ),
    ),
    post: await fetch('/forms-service/rs/v2/forms/x', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => 'refused'),
    call: await fetch('/forms-service/rs/v2/managements/account', { headers: { 'X-Api-Key': 'sportello-web' } }).catch(() => 'refused'),
  }))
  expect(reached).toEqual({ origin: 'null', parent: 'refused', cookie: 'refused', script: 'refused', post: 'refused', call: 'refused' })
  await page.keyboard.press('Escape')
  await expect(picture).toHaveCount(0)

  const paper = await opens('relazione.pdf')
  await expect(framed.getByRole('region', { name: 'Pagina 1 di 2' })).toContainText('Buca in via Roma')
  await expect(framed.locator('canvas').first()).toBeVisible()
  await expect(framed.getByRole('region', { name: 'Pagina 2 di 2' })).toContainText('Seconda pagina')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await framed.locator('body').press('Escape')
  await expect(paper).toHaveCount(0)

  const long = await opens('lungo.pdf')
  await expect(long.getByRole('status')).toHaveText('Si vedono le prime 200 pagine di 201: per le altre scarica il file.')
  await expect(framed.getByRole('region', { name: /^Pagina / })).toHaveCount(200)
  await long.getByRole('button', { name: 'Chiudi' }).press('Enter')

  const broken = await opens('rotto.pdf')
  await expect(broken.getByRole('alert')).toHaveText('L’anteprima non si può mostrare: scarica il file.')
  const [file] = await Promise.all([page.waitForEvent('download'), broken.getByRole('button', { name: 'Scarica' }).press('Enter')])
  expect(file.suggestedFilename()).toBe('rotto.pdf')
})
