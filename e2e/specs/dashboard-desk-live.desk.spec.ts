import { expectAccessible } from '../fixtures/accessibility.ts'
import { deskRequests } from '../fixtures/desk-requests.ts'
import { entersAs, Operator, openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

/** A change must be visible in other browsers after this many milliseconds. */
const soon = { timeout: 2_000 }

test('an agent sees within two seconds what another one changes, in the list and beside it, and keeps what was begun', async ({
  page,
  browser,
  deployment,
}) => {
  const { code, tickets } = await deskRequests(deployment, ['Lampione spento', 'Buca in via Roma'])
  const [ticket = '', other = ''] = tickets
  await openDashboard(page, deployment, `requests&f.form=${code}&f.desk=-closed`)
  const operator = new Operator(page, deployment)
  const line = page.locator('.live-line')
  await expect(line).toContainText('si aggiorna da solo')
  const username = `collega-${code}`
  const second = await entersAs(browser, deployment, 'operator', { username })
  await second.goto(`/admin/management?view=requests&request=${ticket}`)
  const work = second.getByRole('region', { name: 'Lavorazione' })
  const places = async () => (await operator.row('Richieste', other).boundingBox())?.y

  const before = await places()
  await work.getByLabel('Stato').selectOption('Dal tecnico')
  await work.getByRole('button', { name: 'Salva' }).click()
  await expect(second.getByText(`Salvata: ${ticket}`)).toBeVisible()
  const savedAt = Date.now()
  await expect(operator.row('Richieste', ticket)).toContainText('Dal tecnico', soon)
  test.info().annotations.push({ type: 'list', description: `${Date.now() - savedAt} ms` })
  await expect(operator.row('Richieste', ticket)).toContainText(`Cambiata ora da ${username}`)
  await expect(line).toContainText(`${username} ha cambiato ${ticket}: Stato`)
  expect(await places()).toBe(before)
  await expectAccessible(page)

  // A closed request stays where it is, though it no longer belongs to the list.
  await work.getByRole('button', { name: 'Segna come chiusa' }).click()
  await expect(operator.row('Richieste', ticket)).toContainText('Chiusa', soon)
  expect(await places()).toBe(before)
  await work.getByRole('button', { name: 'Riapri' }).click()
  await expect(operator.row('Richieste', ticket)).toContainText('Da fare', soon)

  await operator.row('Richieste', ticket).getByRole('button', { name: 'Dettagli' }).click()
  const panel = operator.dialog(`Ticket ${ticket}`)
  const own = panel.getByRole('region', { name: 'Lavorazione' })
  await panel.getByLabel('Nota interna').fill('Ho appena inizia')
  await own.getByLabel('urgente').check()
  await work.getByLabel('Stato').selectOption('Dal tecnico')
  await work.getByRole('button', { name: 'Salva' }).click()
  await expect(own.getByLabel('Stato')).toHaveValue('Dal tecnico', soon)
  await expect(operator.said(`${username} ha cambiato ${ticket}: Stato`)).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Cronologia' })).toContainText('Stato: da «Da fare» a «Dal tecnico»')
  await expect(panel.getByLabel('Nota interna')).toHaveValue('Ho appena inizia')
  await expect(own.getByLabel('urgente')).toBeChecked()
  await second.getByLabel('Nota interna').fill('Arrivo alle dieci')
  await second.getByRole('button', { name: 'Aggiungi la nota' }).click()
  await expect(panel.getByRole('region', { name: 'Cronologia' })).toContainText('Arrivo alle dieci', soon)
  // Different parts do not conflict; the same part does.
  await own.getByRole('button', { name: 'Salva' }).click()
  await expect(operator.said(`Salvata: ${ticket}`)).toBeVisible()
  await expect(work.getByLabel('urgente')).toBeChecked(soon)
  await own.getByLabel('Stato').selectOption('Chiusa')
  await work.getByLabel('Stato').selectOption('Da fare')
  await work.getByRole('button', { name: 'Salva' }).click()
  await expect(own.getByText('Nel frattempo un’altra persona ha cambiato anche: Stato')).toBeVisible(soon)
  await expect(own.getByLabel('Stato')).toHaveValue('closed')
  await expectAccessible(page)
  await second.context().close()
})

test('new requests are announced above the list, which moves only when the agent shows them', async ({ page, deployment }) => {
  const { code, tickets, send } = await deskRequests(deployment, ['Prima'])
  const [first = ''] = tickets
  await openDashboard(page, deployment, `requests&f.form=${code}&f.desk=-closed`)
  const operator = new Operator(page, deployment)
  const line = page.locator('.live-line')
  await expect(line).toContainText('si aggiorna da solo')
  const before = (await operator.row('Richieste', first).boundingBox())?.y
  const arrived = [await send('Seconda'), await send('Terza')]
  await expect(line).toContainText('2 nuove richieste', { timeout: 6_000 })
  expect((await operator.row('Richieste', first).boundingBox())?.y).toBe(before)
  await expect(operator.row('Richieste', arrived[0] ?? '')).toHaveCount(0)
  await expectAccessible(page)
  await line.getByRole('button', { name: 'Mostra' }).press('Enter')
  for (const ticket of arrived) await expect(operator.row('Richieste', ticket)).toBeVisible()
  await expect(line.getByRole('button')).toHaveCount(0)
  await expect(operator.row('Richieste', arrived[1] ?? '').getByRole('button', { name: 'Dettagli' })).toBeFocused()
})
