import { access } from './checks/access.ts'
import { brandContrast } from './checks/brand-contrast.ts'
import { brokenLink } from './checks/broken-link.ts'
import { captcha } from './checks/captcha.ts'
import { codeClash } from './checks/code-clash.ts'
import { deadEnd } from './checks/dead-end.ts'
import { defaultRefused } from './checks/default-refused.ts'
import { emptyLabel } from './checks/empty-label.ts'
import { emptySend } from './checks/empty-send.ts'
import { fileLimits } from './checks/file-limits.ts'
import { foreignField } from './checks/foreign-field.ts'
import { glossary } from './checks/glossary.ts'
import { hardToRead } from './checks/hard-to-read.ts'
import { hiddenRequired } from './checks/hidden-required.ts'
import { incomplete } from './checks/incomplete.ts'
import { languageSteps } from './checks/language-steps.ts'
import { lockedUnfilled } from './checks/locked-unfilled.ts'
import { mailTemplate } from './checks/mail-template.ts'
import { missingTranslation } from './checks/missing-translation.ts'
import { oppositeLimits } from './checks/opposite-limits.ts'
import { optionKeys } from './checks/option-keys.ts'
import { pattern } from './checks/pattern.ts'
import { pictureText } from './checks/picture-text.ts'
import { retention } from './checks/retention.ts'
import { sameTitles } from './checks/same-titles.ts'
import { singleOption } from './checks/single-option.ts'
import { unknownService } from './checks/unknown-service.ts'
import { unknownVariable } from './checks/unknown-variable.ts'
import { unreachableStep } from './checks/unreachable-step.ts'
import { zeroLimit } from './checks/zero-limit.ts'
import type { Check } from './finding.ts'

/** All checks that a form definition must pass. A new check must be added to this list. */
export const CHECKS: readonly Check[] = [
  // Reach
  deadEnd,
  unreachableStep,
  emptySend,
  languageSteps,
  singleOption,
  sameTitles,
  // Fields
  incomplete,
  emptyLabel,
  codeClash,
  oppositeLimits,
  zeroLimit,
  hiddenRequired,
  lockedUnfilled,
  optionKeys,
  pattern,
  defaultRefused,
  foreignField,
  unknownService,
  fileLimits,
  // Texts
  unknownVariable,
  brokenLink,
  pictureText,
  missingTranslation,
  glossary,
  brandContrast,
  hardToRead,
  // Operation
  access,
  mailTemplate,
  captcha,
  retention,
]
