import type { ManagementAccount, ShownForm } from '@sportello/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useAccount } from '../../account.ts'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { useMappings } from './form-calls.ts'
import { mappingName } from './routing-modal.tsx'
import { accountParameters, needsRouting, openFreely, parsedValue, postMessageTo, shownValue, type VisitParameter, visitModes, withParameter } from './visit.ts'

interface VisitModalProps {
  form: ShownForm
  onClose: () => void
}

/**
 * Modal in which an operator simulates a visitor's visit to a form (administrator specification, section 2: "Visit
 * modal").
 */
export function VisitModal({ form, onClose }: VisitModalProps) {
  const { t } = useWords()
  return (
    <Visit
      form={form}
      onVisited={onClose}
      frame={(content, visit) => (
        <Dialog
          title={t('visit_title', form.code_form)}
          size="medium"
          onDismiss={onClose}
          actions={
            <>
              <Button onClick={onClose}>{t('cancel')}</Button>
              {visit}
            </>
          }
        >
          {content}
        </Dialog>
      )}
    />
  )
}

interface VisitProps {
  form: ShownForm
  /** Called after the simulated visit was opened in a new tab. */
  onVisited?: () => void
  /**
   * Renders the fields of a simulated visit, either in a modal or on a page. `visit` is the button that starts the
   * visit.
   */
  frame: (content: ReactNode, visit: ReactNode) => ReactNode
}

/** Fields for a simulated visit to a form. */
export function Visit(props: VisitProps) {
  const account = useAccount()
  return account && <KnownVisit {...props} account={account} />
}

function KnownVisit({ form, onVisited, frame, account }: VisitProps & { account: ManagementAccount }) {
  const { t } = useWords()
  const messages = useMessages()
  const modes = visitModes(form)
  const { data: mappings = [] } = useMappings(form.id)
  const [mode, setMode] = useState('')
  // Access mode that the operator selected for the simulated visit; null means the first access mode of the form.
  const [chosen, setChosen] = useState<string | null>(null)
  const [parameters, setParameters] = useState(() => accountParameters(account))
  const [faults, setFaults] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const routed = needsRouting(mode)
  const routing = routed ? (chosen ?? mappings[0]?.id ?? '') : ''

  function chooseMode(next: string): void {
    setMode(next)
    if (!needsRouting(next)) setChosen(null)
  }

  async function visit(): Promise<void> {
    if (mode === '') return setFaults([t('visit_choose_mode')])
    if (routed && routing === '') return setFaults([t('visit_choose_routing')])
    if (!routed) {
      openFreely(form)
      return onVisited?.()
    }
    setBusy(true)
    try {
      const message_request = Object.fromEntries(parameters.map(({ key, value }) => [key, value]))
      const { url, message } = await manage<{ url: string; message: string }>('POST', '/settings/forms/sso/message', {
        body: { form_id: form.id, mapping_id: routing, message_request },
      })
      postMessageTo(url, message)
      onVisited?.()
    } catch (error) {
      setFaults(messages(error as Error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {frame(
        <div className="modal-fields">
          <SelectField
            label={t('visit_mode')}
            name="auth_type"
            value={mode}
            onChange={chooseMode}
            choices={[{ value: '', label: t('choose') }, ...modes.map((value) => ({ value, label: value }))]}
          />
          {routed && (
            <SelectField
              label={t('routing')}
              name="mapping_id"
              hint={mappings.length === 0 ? t('visit_no_routing') : undefined}
              value={routing}
              onChange={setChosen}
              choices={[{ value: '', label: t('choose') }, ...mappings.map((mapping) => ({ value: mapping.id, label: mappingName(mapping) }))]}
            />
          )}
          <Parameters parameters={parameters} onChange={setParameters} />
        </div>,
        <Button weight="primary" onClick={() => void visit()} disabled={busy || modes.length === 0}>
          {t('visit')}
        </Button>,
      )}
      {faults.length > 0 && <VisitError faults={faults} onClose={() => setFaults([])} />}
    </>
  )
}

function VisitError({ faults, onClose }: { faults: readonly string[]; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog
      title={t('error_title')}
      onDismiss={onClose}
      actions={
        <Button weight="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      {faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </Dialog>
  )
}

function Parameters({ parameters, onChange }: { parameters: readonly VisitParameter[]; onChange: (parameters: VisitParameter[]) => void }) {
  const { t } = useWords()
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const isWrong = /\s/.test(key)

  function add(event: FormEvent): void {
    event.preventDefault()
    if (key === '' || isWrong) return
    onChange(withParameter(parameters, key, parsedValue(value)))
    setKey('')
    setValue('')
  }
  return (
    <div>
      <div className="small-table">
        <table aria-label={t('parameters')}>
          <thead>
            <tr>
              <th scope="col">{t('visit_key')}</th>
              <th scope="col">{t('visit_value')}</th>
              <th scope="col">{t('actions')}</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map((each) => (
              <tr key={each.key}>
                <th scope="row" id={`parameter-${each.key}`}>
                  {each.key}
                </th>
                <td>{shownValue(each.value) || '--'}</td>
                <td>
                  {!each.fixed && (
                    <RowButton about={`parameter-${each.key}`} onClick={() => onChange(parameters.filter((other) => other !== each))}>
                      {t('delete')}
                    </RowButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form className="field-row" onSubmit={add} aria-label={t('visit_add')} noValidate>
        <TextField label={t('visit_key')} name="key" fault={isWrong ? t('visit_key_wrong') : undefined} value={key} onChange={setKey} />
        <TextField label={t('visit_value')} name="value" hint={t('visit_value_hint')} value={value} onChange={setValue} />
        <Button type="submit" disabled={key === '' || isWrong}>
          {t('add')}
        </Button>
      </form>
    </div>
  )
}
