import { Fragment } from 'react'
import { AreaField, CheckField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import type { UnreadablePart, WrittenOutcome } from './expected-outcome.ts'

/** A rule of the specification that shows authors how an expected error is written. */
const EXAMPLE_RULE = 'campo_richiesto'

interface OutcomeFieldsProps {
  written: WrittenOutcome
  unreadable: readonly UnreadablePart[]
  onChange: (written: WrittenOutcome) => void
}

/** The controls with which an author writes the expected outcome of a recorded test. */
export function OutcomeFields({ written, unreadable, onChange }: OutcomeFieldsProps) {
  const { t } = useWords()
  const set = (part: Partial<WrittenOutcome>) => onChange({ ...written, ...part })
  const jsonFault = (part: UnreadablePart) => (unreadable.includes(part) ? t('definition_not_json', '') : undefined)
  return (
    <>
      <AreaField label={t('test_expected_path')} name="expected.path" value={written.path} onChange={(path) => set({ path })} />
      <AreaField
        label={t('test_expected_refused')}
        name="expected.refused"
        hint={t('test_expected_refused_hint', EXAMPLE_RULE)}
        fault={unreadable.includes('refused') ? t('test_expected_refused_hint', EXAMPLE_RULE) : undefined}
        spellCheck={false}
        value={written.refused}
        onChange={(refused) => set({ refused })}
      />
      {written.refused.trim() === '' && (
        <>
          <AreaField
            label={t('test_expected_answers')}
            name="expected.answers"
            fault={jsonFault('answers')}
            rows={6}
            spellCheck={false}
            value={written.answers}
            onChange={(answers) => set({ answers })}
          />
          {written.further !== '' && (
            <AreaField
              label={t('test_expected_further')}
              name="expected.further"
              fault={jsonFault('further')}
              rows={4}
              spellCheck={false}
              value={written.further}
              onChange={(further) => set({ further })}
            />
          )}
          <CheckField
            label={t('test_expected_ticket')}
            name="expected.opens_ticket"
            value={written.opens_ticket}
            onChange={(opens_ticket) => set({ opens_ticket })}
          />
          <AreaField
            label={t('test_expected_summary')}
            name="expected.summary"
            rows={4}
            spellCheck={false}
            value={written.summary}
            onChange={(summary) => set({ summary })}
          />
          <SentFields written={written} set={set} />
        </>
      )}
    </>
  )
}

/** The controls for the mails and the deliveries of a test that names a form. */
function SentFields({ written: { mails, deliveries }, set }: { written: WrittenOutcome; set: (part: Partial<WrittenOutcome>) => void }) {
  const { t } = useWords()
  return (
    <>
      {mails?.map((mail, index) => {
        const change = (part: Partial<typeof mail>) => set({ mails: mails.with(index, { ...mail, ...part }) })
        return (
          <Fragment key={`${mail.kind} ${mail.recipient}`}>
            <TextField
              label={t('test_mail_subject', mail.recipient)}
              name={`expected.mails.${index}.subject`}
              value={mail.subject}
              onChange={(subject) => change({ subject })}
            />
            <AreaField
              label={t('test_mail_text', mail.recipient)}
              name={`expected.mails.${index}.text`}
              rows={6}
              value={mail.text}
              onChange={(text) => change({ text })}
            />
          </Fragment>
        )
      })}
      {deliveries?.map((delivery, index) => (
        <AreaField
          key={`${delivery.kind} ${delivery.destination}`}
          label={t('test_delivery', delivery.destination)}
          name={`expected.deliveries.${index}`}
          rows={6}
          spellCheck={false}
          value={delivery.body}
          onChange={(body) => set({ deliveries: deliveries.with(index, { ...delivery, body }) })}
        />
      ))}
    </>
  )
}
