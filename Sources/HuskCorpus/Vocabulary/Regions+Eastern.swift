// SPDX-License-Identifier: Apache-2.0

extension Regions {
  /// Countries that write with other letters than Latin ones.
  static let eastern = [
    Region(
      country: "JP", language: "ja", currency: "JPY", weight: 90, phone: "+81 3-####-####",
      nameOrder: .familyFirst,
      givenNames: """
        陽菜/hina 蓮/ren 結衣/yui 大翔/hiroto さくら/sakura 太郎/taro 美咲/misaki 健一/kenichi 葵/aoi
        悠真/yuma 花子/hanako 翔太/shota 凛/rin 直樹/naoki
        """,
      familyNames: """
        佐藤/sato 鈴木/suzuki 高橋/takahashi 田中/tanaka 伊藤/ito 渡辺/watanabe 山本/yamamoto
        中村/nakamura 小林/kobayashi 加藤/kato 吉田/yoshida 𠮷野/yoshino 斎藤/saito
        """,
      towns: """
        東京都新宿区; 東京都; 160-####; 3569; 13970
        大阪市北区; 大阪府; 530-####; 3470; 13550
        札幌市中央区; 北海道; 060-####; 4306; 14135
        京都市左京区; 京都府; 606-####; 3505; 13579
        """,
      streets: """
        西新宿二丁目
        梅田三丁目
        大通西四丁目
        吉田本町
        中央一丁目
        """),
    Region(
      country: "CN", language: "zh", currency: "CNY", weight: 60, phone: "+86 10 #### ####",
      nameOrder: .familyFirstWithoutSpace,
      givenNames: """
        伟/wei 芳/fang 娜/na 敏/min 静/jing 秀英/xiuying 丽/li 强/qiang 磊/lei 洋/yang 艳/yan 勇/yong
        子涵/zihan 浩然/haoran 梓萱/zixuan
        """,
      familyNames: """
        王/wang 李/li 张/zhang 刘/liu 陈/chen 杨/yang 黄/huang 赵/zhao 吴/wu 周/zhou 欧阳/ouyang
        """,
      towns: """
        北京市; ; 1000##; 3990; 11641
        上海市; ; 2000##; 3123; 12147
        成都市; 四川省; 6100##; 3057; 10407
        西安市; 陕西省; 7100##; 3434; 10894
        """,
      streets: """
        人民路
        中山东路
        建国门外大街
        解放北路
        长安街
        """),
    Region(
      country: "GR", language: "el", currency: "EUR", weight: 30, phone: "+30 21 #### ####",
      givenNames: """
        Γιώργος/giorgos Μαρία/maria Δημήτρης/dimitris Ελένη/eleni Κώστας/kostas Κατερίνα/katerina
        Νίκος/nikos Σοφία/sofia Ιωάννης/ioannis Αθηνά/athina
        """,
      familyNames: """
        Παπαδόπουλος/papadopoulos Βασιλείου/vasileiou Οικονόμου/oikonomou Γεωργίου/georgiou
        Καραγιάννης/karagiannis Νικολάου/nikolaou Αγγελίδης/angelidis
        """,
      towns: """
        Αθήνα; Αττική; 10# ##; 3798; 2373
        Θεσσαλονίκη; Κεντρική Μακεδονία; 54# ##; 4064; 2294
        Χανιά; Κρήτη; 73# ##; 3551; 2402
        """,
      streets: """
        Ερμού
        Λεωφόρος Αλεξάνδρας
        Πλατεία Συντάγματος
        Οδός Σωκράτους
        """),
    Region(
      country: "UA", language: "uk", currency: "UAH", weight: 30, phone: "+380 44 ### ## ##",
      streetOrder: .numberAfterComma,
      givenNames: """
        Олександр/oleksandr Марія/mariia Дмитро/dmytro Ірина/iryna Андрій/andrii Оксана/oksana
        Сергій/serhii Наталія/nataliia Юлія/yuliia Богдан/bohdan
        """,
      familyNames: """
        Шевченко/shevchenko Бондаренко/bondarenko Коваленко/kovalenko Ткаченко/tkachenko
        Кравчук/kravchuk Мельник/melnyk Поліщук/polishchuk
        """,
      towns: """
        Київ; ; 01###; 5045; 3052
        Львів; Львівська область; 79###; 4984; 2403
        Одеса; Одеська область; 65###; 4648; 3073
        """,
      streets: """
        вул. Хрещатик
        вул. Лесі Українки
        просп. Свободи
        вул. Садова
        """),
    Region(
      country: "EG", language: "ar", currency: "EGP", weight: 20, phone: "+20 2 #### ####",
      givenNames: """
        محمد/mohamed فاطمة/fatma أحمد/ahmed مريم/mariam يوسف/youssef نور/nour عمر/omar سارة/sara
        """,
      familyNames: """
        حسن/hassan إبراهيم/ibrahim مصطفى/mostafa السيد/elsayed عبدالله/abdallah منصور/mansour
        """,
      towns: """
        القاهرة; ; 115##; 3004; 3124
        الإسكندرية; ; 215##; 3120; 2992
        الجيزة; ; 125##; 3001; 3121
        """,
      streets: """
        شارع التحرير
        شارع النيل
        كورنيش البحر
        """),
    Region(
      country: "IN", language: "hi", currency: "INR", weight: 30, phone: "+91 11 #### ####",
      givenNames: """
        आरव/aarav अनन्या/ananya विवान/vivaan दिया/diya अर्जुन/arjun प्रिया/priya रोहन/rohan काव्या/kavya
        """,
      familyNames: """
        शर्मा/sharma वर्मा/verma गुप्ता/gupta सिंह/singh पटेल/patel मिश्रा/mishra यादव/yadav
        """,
      towns: """
        नई दिल्ली; दिल्ली; 1100##; 2861; 7721
        मुंबई; महाराष्ट्र; 4000##; 1908; 7288
        जयपुर; राजस्थान; 3020##; 2691; 7579
        """,
      streets: """
        महात्मा गांधी मार्ग
        स्टेशन रोड
        नेहरू नगर
        """),
  ]
}
