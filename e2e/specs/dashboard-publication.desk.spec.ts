import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { entersAs, manages, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

/** Imports a form, and gives it a draft in which the title of a step is changed. */
async function importDraft(deployment: Deployment): Promise<string> {
  const code = `bando-${randomUUID().slice(0, 8)}`
  const definition = (title: string) => ({
    code_tag: code,
    tag_description: 'Bando',
    form_params: { auth_type: ['FREE'] },
    form_fields: [],
    children: [
      { id: 'passo', code_tag: `${code}-passo`, tag_description: title, form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Testo</p>' }], children: [] },
    ],
  })
  await deployment.importBundle({ definitions: [definition('Domanda')], forms: [{ code_form: code, code_tag: code, client_url: '' }] })
  await manages(deployment, await ownerCredential(deployment), 'PUT', `/definitions/${code}`, definition('Domanda e allegati'))
  return code
}

test('an author requests a publication, and another person first sends it back and later approves it', async ({ browser, deployment }) => {
  test.slow()
  const code = await importDraft(deployment)
  const name = `autrice-${randomUUID().slice(0, 8)}`
  const owner = await ownerCredential(deployment)
  await manages(deployment, owner, 'POST', '/settings/systems', { code: 'publication_approval', value: 'true' })
  try {
    const author = await entersAs(browser, deployment, 'author', { username: name, customers: [code] })
    const ofAuthor = new FormEditor(author, deployment)
    await ofAuthor.opens(code, `${code}-passo`)
    const asking = author.getByRole('dialog', { name: 'Chiedi la pubblicazione' })
    async function asks(): Promise<void> {
      await ofAuthor.button('Chiedi la pubblicazione').click()
      await asking.getByLabel('Ho letto gli avvisi e pubblico lo stesso').check()
      await asking.getByLabel('Che cosa cambia').fill('Chiediamo anche gli allegati')
      await asking.getByRole('button', { name: 'Chiedi la pubblicazione' }).click()
    }
    await asks()
    const told = author.getByRole('region', { name: 'Pubblica', exact: true })
    await expect(told).toContainText('La deve approvare un’altra persona.')
    await expect(told.getByRole('button')).toHaveText(['Ritira'])
    await expectAccessible(author)

    const publisher = await entersAs(browser, deployment, 'publisher', { username: `editore-${randomUUID().slice(0, 8)}`, customers: [code] })
    await expect(publisher.getByRole('row').filter({ hasText: code })).toContainText('da approvare')
    await new FormEditor(publisher, deployment).opens(code, `${code}-passo`)
    const notice = publisher.getByRole('region', { name: 'Pubblica', exact: true })
    await expect(notice).toContainText(`${name} chiede di pubblicare questa bozza.`)
    await expect(notice).toContainText('Chiediamo anche gli allegati')
    await notice.getByRole('button', { name: 'Rimanda indietro' }).click()
    const sending = publisher.getByRole('dialog', { name: 'Rimanda indietro' })
    await expect(sending.getByText('«Domanda» ora si chiama «Domanda e allegati»')).toBeVisible()
    await expect(sending.getByRole('button', { name: 'Rimanda indietro' })).toBeDisabled()
    await sending.getByLabel('Che cosa va cambiato').fill('Manca il termine')
    await sending.getByRole('button', { name: 'Rimanda indietro' }).press('Enter')
    await expect(notice).toContainText(/ha rimandato indietro la bozza\.\s*Manca il termine/)

    await author.reload()
    await expect(told).toContainText('Manca il termine')
    await asks()
    await expect(told).toContainText('La deve approvare un’altra persona.')
    await publisher.reload()
    await notice.getByRole('button', { name: 'Approva' }).click()
    await expectAccessible(publisher)
    await publisher.getByRole('dialog', { name: 'Approva' }).getByRole('button', { name: 'Approva' }).click()
    await expect(publisher.locator('.editor-status')).toContainText('Versione 2, pubblicata')
    await expect(notice).toBeHidden()
    for (const each of [author, publisher]) await each.context().close()
  } finally {
    await manages(deployment, owner, 'DELETE', '/settings/systems/publication_approval')
  }
})

test('a publisher schedules a publication for a date and time, and withdraws it', async ({ page, deployment }) => {
  const code = await importDraft(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, `${code}-passo`)
  await editor.button('Pubblica').click()
  const dialog = page.getByRole('dialog', { name: 'Pubblica' })
  await dialog.getByLabel('Ho letto gli avvisi e pubblico lo stesso').check()
  await dialog.getByLabel('Quando').selectOption('later')
  const plan = dialog.getByRole('button', { name: 'Pianifica' })
  await expect(plan).toBeDisabled()
  await dialog.getByLabel('Giorno e ora').fill('2020-01-01T09:00')
  await expect(dialog.getByText('Scegli un momento che viene, entro un anno.')).toBeVisible()
  const day = new Intl.DateTimeFormat('sv').format(Date.now() + 30 * 86_400_000)
  await dialog.getByLabel('Giorno e ora').fill(`${day}T09:05`)
  await expectAccessible(page)
  await plan.click()
  const notice = page.getByRole('region', { name: 'Pubblica', exact: true })
  await expect(notice).toContainText(`La bozza sarà pubblicata il ${day.split('-').reverse().join('/')} 09:05.`)

  await editor.button('Pubblica').click()
  await expect(dialog.getByText('Una pubblicazione è già chiesta o pianificata.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await notice.getByRole('button', { name: 'Ritira' }).press('Enter')
  await page.getByRole('dialog', { name: 'Ritira' }).getByRole('button', { name: 'Ritira' }).press('Enter')
  await expect(notice).toBeHidden()
  await expect(editor.button('Pubblica')).toBeEnabled()
})
