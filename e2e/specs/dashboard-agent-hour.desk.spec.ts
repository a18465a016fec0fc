import { expectAccessible } from '../fixtures/accessibility.ts'
import { deskRequests } from '../fixtures/desk-requests.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { makeOperator, Operator } from '../fixtures/operator.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'Un-faro-di-notte-26'

// A header of the test’s own would make the browser ask for permission to load the files of a page without an origin.
test.use({ extraHTTPHeaders: {} })

test('an agent works for an hour without a mouse: signs in, takes, reads, notes, searches, closes several, sees what arrives, and leaves', async ({
  page,
  deployment,
}) => {
  test.slow()
  const { code, tickets, send } = await deskRequests(deployment, ['Targa AB 123 CD', 'Buca in via Roma', 'Lampione spento'], { desk_search: ['nota'] }, [
    ['buca.png', 'image/png', randomPng(8)],
  ])
  const [lamp = '', hole = '', plate = ''] = tickets
  const username = `agente-${code}`
  await makeOperator(deployment, { username, password: PASSWORD, role: 'agent', customers: [code] })
  const operator = new Operator(page, deployment)
  const keyboard = new Keyboard(page)
  const row = (ticket: string) => operator.row('Richieste', ticket)

  await page.goto(`${deployment.url}/admin/management/sign-in`)
  await keyboard.write(page.getByLabel('Nome utente', { exact: true }), username)
  await keyboard.write(page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(row(lamp)).toBeVisible()
  await expectAccessible(page)

  // Takes a request, looks at its file, notes what was done and goes on to the next one.
  const panel = operator.dialog(`Ticket ${hole}`)
  await keyboard.visits(row(hole).getByRole('button', { name: 'Dettagli' }), panel, async () => {
    const work = panel.getByRole('region', { name: 'Lavorazione' })
    await keyboard.press(work.getByRole('button', { name: 'Prendi in carico' }))
    await expect(operator.said(`Salvata: ${hole}`)).toBeVisible()
    await keyboard.press(panel.getByRole('button', { name: 'Anteprima di buca.png' }))
    await expect(page.frameLocator('iframe.file-preview').getByRole('img', { name: 'buca.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(operator.dialog('buca.png')).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Anteprima di buca.png' })).toBeFocused()
    await keyboard.reach(work.getByLabel('Stato'))
    await page.keyboard.press('ArrowDown')
    await expect(work.getByLabel('Stato')).toHaveValue('Dal tecnico')
    await keyboard.press(work.getByLabel('urgente'), 'Space')
    await keyboard.press(work.getByRole('button', { name: 'Salva', exact: true }))
    await expect(panel.getByRole('region', { name: 'Cronologia' })).toContainText('Stato: da «Da fare» a «Dal tecnico»')
    await keyboard.write(panel.getByLabel('Nota interna'), 'Sentito il tecnico')
    await keyboard.press(panel.getByRole('button', { name: 'Aggiungi la nota' }))
    await expect(panel.getByRole('listitem').filter({ hasText: 'Sentito il tecnico' })).toBeVisible()
  })
  await expect(row(hole)).toContainText('Dal tecnico')

  // Finds a request by an answer, and closes it.
  const search = page.getByRole('searchbox', { name: 'Cerca', exact: true })
  await keyboard.write(search, 'ab 123')
  await expect(row(hole)).toHaveCount(0)
  const found = operator.dialog(`Ticket ${plate}`)
  await keyboard.press(row(plate).getByRole('button', { name: 'Dettagli' }))
  await expect(found).toContainText('Targa AB 123 CD')
  await keyboard.press(found.getByRole('button', { name: 'Segna come chiusa' }))
  await expect(found.getByRole('button', { name: 'Riapri' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(found).toHaveCount(0)
  await keyboard.press(page.getByRole('button', { name: 'Togli i filtri' }))
  await expect(search).toHaveValue('')

  // Looks at the own requests, and goes back to those of everybody.
  const lists = page.getByRole('navigation', { name: 'Elenchi' })
  await keyboard.press(lists.getByRole('link', { name: 'Mie' }))
  await expect(row(lamp)).toHaveCount(0)
  await expect(row(hole)).toBeVisible()
  await keyboard.press(lists.getByRole('link', { name: 'Da lavorare' }))
  await expect(row(lamp)).toBeVisible()
  await expect(row(plate)).toHaveCount(0)

  // A new request arrives meanwhile.
  const late = await send('Arrivata adesso')
  const arrived = page.getByRole('button', { name: 'Mostra', exact: true })
  await expect(page.getByText('1 nuova richiesta')).toBeVisible({ timeout: 15_000 })
  await keyboard.press(arrived)
  await expect(row(late)).toBeVisible()

  // Closes several at once.
  for (const ticket of [lamp, late]) await keyboard.press(page.getByRole('checkbox', { name: `Seleziona ${ticket}`, exact: true }), 'Space')
  await keyboard.press(page.getByRole('region', { name: 'Cambia le selezionate' }).getByRole('button', { name: 'Segna come chiusa' }))
  await expect(operator.said('2 richieste cambiate')).toBeVisible()
  await expect(row(late)).toHaveCount(0)
  await expect(row(hole)).toBeVisible()
  await expectAccessible(page)

  await keyboard.press(operator.button(username))
  await keyboard.press(operator.button('Esci'))
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
