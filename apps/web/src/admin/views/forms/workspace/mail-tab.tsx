import type { ShownForm, TagForm } from '@sportello/contract'
import { Link } from '@tanstack/react-router'
import { places } from '../../../address.ts'
import { Facts } from '../../../ui/facts.tsx'
import { useWords } from '../../../words.tsx'

interface MailTabProps {
  form: ShownForm
  tag: TagForm | undefined
  /** True if the operator may read mails and mail templates. Authors may not. */
  seesMails: boolean
}

/** Tab of a form's workspace that lists the form's mail templates and links to the mails sent for the form. */
export function MailTab({ form, tag, seesMails }: MailTabProps) {
  const { t } = useWords()
  const templateOf = (key: 'validation_email_template' | 'success_email_template' | 'states_email_template') => {
    const name = form.params[key] ?? tag?.form_params[key]
    if (typeof name !== 'string' || name === '') return t('ws_mail_preset')
    return seesMails ? (
      <Link to={places.management} search={{ view: 'templates', 'f.name': name }}>
        {name}
      </Link>
    ) : (
      name
    )
  }
  return (
    <div className="workspace-sections">
      <Facts
        facts={[
          [t('ws_mail_validation'), templateOf('validation_email_template')],
          [t('ws_mail_success'), templateOf('success_email_template')],
          [t('ws_mail_states'), templateOf('states_email_template')],
        ]}
      />
      <p className="hint">{t('ws_mail_hint')}</p>
      {seesMails && (
        <p>
          <Link to={places.management} search={{ view: 'mails', 'f.form': form.code_form }}>
            {t('ws_mail_sent')}
          </Link>
        </p>
      )}
    </div>
  )
}
