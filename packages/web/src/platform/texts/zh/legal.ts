/** Contains the texts of the licence agreement and the privacy policy of this product, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/legal.ts';

export const texts: Translated<typeof en> = {
  'licence.use.title': '1. 使用范围',
  'licence.use.body':
    'Rhythmdesk授权贵机构用于审阅心电贴片的记录。您代表所属机构，使用分配给您的账户，仅为患者的诊疗和管理而使用。许可不得出售、出借或转让。',
  'licence.account.title': '2. 账户',
  'licence.account.body':
    '一个账户仅供一人使用。请勿将密码告知他人，离开共用电脑时请退出登录。使用您的账户进行的操作会以您的姓名记录。如怀疑他人知晓您的密码，请立即通知管理员。',
  'licence.clinical.title': '3. 临床责任',
  'licence.clinical.body':
    '本产品显示记录与测量值，帮助发现其中的重要内容，但不作出诊断。任何结果在用于治疗之前，均须由具备资质的人员判断。本产品不是监护系统，紧急情况下不会发出警报。',
  'licence.data.title': '4. 记录与报告',
  'licence.data.body':
    '记录、报告和评论归录入它们的机构所有。请仅上传您有权提供的内容；机构要求患者同意时，须先取得同意。',
  'licence.limits.title': '5. 禁止事项',
  'licence.limits.body':
    '不得试图访问与工作无关的病例、绕过产品限制、干扰运行、反编译产品，或将患者数据复制到机构未批准的地方。',
  'licence.changes.title': '6. 变更与终止',
  'licence.changes.body':
    '产品会持续改进，影响您工作方式的变更将以公告告知。许可随贵机构与运营方的协议终止或账户关闭而终止。',
  'privacy.what.title': '1. 处理的信息',
  'privacy.what.body':
    '患者：姓名、患者ID、出生日期、性别、电话号码、记录及其结果。用户：姓名、ID、电子邮箱、电话号码、角色、所属机构、登录时间以及在产品中的操作。',
  'privacy.why.title': '2. 目的',
  'privacy.why.body':
    '用于审阅医院委托的记录并回复报告、保护账户、答复咨询以及向机构结算费用。不用于广告，也不出售。',
  'privacy.who.title': '3. 谁可以查看',
  'privacy.who.body':
    '拥有病例的医院、负责判读的中心的技师和主管技师，以及工作所需范围内的管理员可以查看。对无需这些信息的人员，姓名、出生日期和电话号码会被遮盖。管理员打开患者数据须说明理由，并予以记录。',
  'privacy.keep.title': '4. 保存',
  'privacy.keep.body':
    '数据加密传输，并存储在运营方的系统中。记录按与医院约定的期限保存，期满后删除信号；报告和病例历史按病历保存期限保留。',
  'privacy.browser.title': '5. 此浏览器中的数据',
  'privacy.browser.body':
    '浏览器会保存您的会话（直到退出登录或关闭窗口）以及所选语言和主题。不使用跟踪Cookie，也没有第三方统计。',
  'privacy.rights.title': '6. 您的权利',
  'privacy.rights.body':
    '患者可通过就诊医院查阅、更正或撤回其数据。用户可在“编辑资料”中查看和更正，或联系页面底部的客服。',
};
