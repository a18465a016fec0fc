import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import type { FormDraft } from './form-draft.ts'
import type { TabProps } from './form-tab.tsx'
import { PictureField } from './picture-field.tsx'
import { SecretField } from './secret-field.tsx'

type Chat = FormDraft['liveChatParams']

const TYPES = ['CRISP', 'EBBY'] as const
const SIDES = ['LEFT', 'RIGHT'] as const

/** Tab "Live Chat" of the form modal (administrator specification, section 2: "Live Chat tab"). */
export function LiveChatTab({ draft: { liveChatParams: chat }, change, secrets }: TabProps) {
  const { t } = useWords()
  const set = (part: { [K in keyof Chat]?: Chat[K] | undefined }) => change({ liveChatParams: { ...chat, ...part } as Chat })
  const unset = { value: '', label: t('choose') }
  const text = (key: 'codCustomer' | 'chatId' | 'fondo') => (
    <TextField label={key} name={`liveChatParams.${key}`} value={chat[key] ?? ''} onChange={(value) => set({ [key]: value })} />
  )

  return (
    <>
      <CheckField label={t('chat_on')} name="liveChatParams.active" isSwitch value={chat.active === true} onChange={(active) => set({ active })} />
      <div className="field-columns">
        <SelectField
          label="chatType"
          name="liveChatParams.chatType"
          value={chat.chatType ?? ''}
          onChange={(value) => set({ chatType: TYPES.find((type) => type === value) })}
          choices={[unset, ...TYPES.map((value) => ({ value, label: value }))]}
        />
        <SelectField
          label="align"
          name="liveChatParams.align"
          value={chat.align ?? ''}
          onChange={(value) => set({ align: SIDES.find((side) => side === value) })}
          choices={[unset, ...SIDES.map((value) => ({ value, label: t(`align_${value}`) }))]}
        />
      </div>
      {chat.chatType === 'EBBY' && (
        <>
          {text('codCustomer')}
          <SecretField
            label="secret"
            name="liveChatParams.secret"
            isSet={secrets.includes('secret')}
            value={chat.secret}
            onChange={(secret) => set({ secret })}
          />
          <PictureField label="chatIcon" name="liveChatParams.chatIcon" value={chat.chatIcon} onChange={(chatIcon) => set({ chatIcon })} />
        </>
      )}
      {chat.chatType === 'CRISP' && (
        <div className="field-columns">
          {text('chatId')}
          {text('fondo')}
        </div>
      )}
    </>
  )
}
