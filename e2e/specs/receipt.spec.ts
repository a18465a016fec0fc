import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { linkIn } from '../fixtures/mailbox.ts'
import { expect, test } from '../fixtures/test.ts'

test('a visitor sees how far the request is, reads all answers, copies the code, and keeps the receipt as a PDF', { tag: '@firefox' }, async ({
  visitor,
  page,
  address,
  context,
  expectConsoleError,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.opens('/comune-aurora')
  await visitor.choosesTheWay()
  await visitor.fillsRequired('Una buca davanti al portone di casa.')
  const ticket = await visitor.sends(address)

  const stages = visitor.main.getByRole('list', { name: 'A che punto è' }).getByRole('listitem')
  await expect(stages).toHaveText([/Inviata.+\d/, /Da confermare\s*entro .+\d/, /Presa in carico/])
  await expect(stages.nth(1)).toHaveAttribute('aria-current', 'step')

  const answers = visitor.main.getByRole('term')
  await visitor.main.locator('summary', { hasText: 'Le tue risposte' }).press('Enter')
  await expect(answers.filter({ hasText: 'Che cosa è successo?' }).locator('+ dd')).toHaveText('Una buca davanti al portone di casa.')
  await expectAccessible(page)

  await visitor.button('Copia il codice').press('Enter')
  await expect(visitor.main.getByText('Codice copiato')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ticket)

  const download = page.waitForEvent('download')
  await visitor.button('Scarica il PDF').press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe(`${ticket}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // The answers stay in memory only, but the PDF can still be downloaded after a reload.
  await page.reload()
  await expect(visitor.heading('Le tue risposte')).toHaveCount(0)
  await expect(visitor.main.getByText('Le tue risposte non restano in questa pagina: sono nel PDF.')).toBeVisible()
  expectConsoleError(/net::ERR_FAILED/)
  await page.route('**/receipt', (route) => route.abort())
  await visitor.button('Scarica il PDF').click()
  await expect(visitor.main.getByText('Il PDF non è disponibile')).toBeVisible()
})

test('a printed receipt contains all answers, and no buttons', async ({ visitor, page, address }) => {
  await visitor.opens('/comune-aurora')
  await visitor.choosesTheWay()
  await visitor.fillsRequired('Una buca davanti al portone di casa.')
  await visitor.sends(address)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(visitor.main.getByText('Via e numero civico')).toBeVisible()
  for (const name of ['Stampa', 'Scarica il PDF', 'Copia il codice']) await expect(visitor.button(name)).toBeHidden()
})

for (const locale of ['it-IT', 'de-DE']) {
  test.describe(`the mailed link to the receipt, in ${locale}`, () => {
    test.use({ locale })

    test('the link in the success mail opens a page that downloads the receipt, and rejects a changed link', async ({
      visitor,
      page,
      address,
      deployment,
      expectConsoleError,
    }) => {
      const words = locale === 'it-IT' ? IT : DE
      await visitor.opens('/comune-aurora')
      await visitor.choosesTheWay()
      await visitor.fillsRequired('Una buca davanti al portone di casa.')
      const ticket = await visitor.sends(address)
      await page.goto(linkIn(await deployment.mailbox.receive(address, visitor.words.confirmSubject)))
      await visitor.button(visitor.words.confirm).click()
      // The page that confirms the request offers the receipt too.
      const firstCopy = page.waitForEvent('download')
      await visitor.button(words.download).click()
      expect((await firstCopy).suggestedFilename()).toBe(`${ticket}.pdf`)
      const link = linkIn(await deployment.mailbox.receive(address, new RegExp(ticket)), 'receipt')
      await page.goto(link)
      await expect(visitor.heading(words.title)).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(`^${words.title}`))
      await expectAccessible(page)

      const download = page.waitForEvent('download')
      await visitor.button(words.download).press('Enter')
      const file = await download
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

      expectConsoleError(/404/)
      // Another letter in the middle of the HMAC. The key's last letters may be any of base64url, and its last bits are unused.
      await page.goto(link.replace(/(key=[^&]+)([^&])([^&]{4}(?:&|$))/, (_, before, letter, after) => `${before}${letter === 'A' ? 'B' : 'A'}${after}`))
      await visitor.button(words.download).click()
      await expect(visitor.main.getByText(words.rejected)).toBeVisible()
    })
  })
}

const IT = { title: 'Ricevuta della richiesta', download: 'Scarica il PDF', rejected: 'Il link della ricevuta non è valido o è scaduto.' }
const DE = {
  title: 'Empfangsbestätigung',
  download: 'PDF herunterladen',
  rejected: 'Der Link zur Empfangsbestätigung ist ungültig oder abgelaufen.',
}
