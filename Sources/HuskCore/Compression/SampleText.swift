// SPDX-License-Identifier: Apache-2.0

/// A text of all sorts of JSON and of plain sentences, from which a model learns before a short text what such texts
/// are like (SPEC §16.11.1 The sample text).
///
/// It is a part of the format and never changes; another one would be another codec.
package enum SampleText {
  /// The bytes, all of them ASCII.
  package static let bytes = lines.utf8.filter { $0 != UInt8(ascii: "\n") }

  /// As the specification prints them: the line ends are no part of it.
  private static let lines = #"""
    [{"id":1042,"title":"How to get started with your first project","slug":"how-to-get-started","publis
    hed":true,"views":5310,"rating":4.5,"author":{"id":17,"name":"Maria Jones","email":"maria.jones@exam
    ple.com","url":"https://example.com/people/maria-jones"},"tags":["guide","tutorial","beginner"],"cre
    atedAt":"2023-11-08T09:41:27.113Z","updatedAt":"2024-02-19T16:05:44Z","content":"Before you begin, m
    ake sure that you have an account and that you know which of the plans would work best for you. If y
    ou are not sure, there is a short list of the most common questions at the end of this page. First
    , open the settings and choose a name. You can change it later, but other people will see it, so i
    t should be easy to read. Then click on the button in the upper right corner and wait until the proc
    ess is complete. This may take a few minutes, depending on how much data there is.\n\nIf something g
    oes wrong, don't worry: nothing is lost. Just try again, or contact our support team, who are happ
    y to help you at any time."},{"id":1043,"title":"What we have learned in the last ten years","slug":
    "what-we-have-learned","published":false,"views":0,"rating":null,"author":{"id":23,"name":"John Smit
    h","email":null,"url":null},"tags":[],"createdAt":"2024-03-01T00:00:00.000Z","updatedAt":null,"conte
    nt":"<p>When we started the company in 2014, we thought that a good product would be enough. We wer
    e wrong. It takes people who believe in it, and a great deal of hard work over many years.</p>\n<p>T
    oday more than 300 customers in 40 countries use our software every day &mdash; small shops, schools
    , hospitals and some of the largest banks in the world.</p>"},[{"role":"user","content":"Can you exp
    lain what the difference between weather and climate is? I need it for a school report."},{"role":"a
    ssistant","content":"Of course! Here is a simple explanation:\n\n1. **Weather** is what happens in t
    he air around us from day to day: rain, snow, wind, sun and heat.\n2. **Climate** is what the weathe
    r in a place is usually like over a long time, for example thirty years.\n\nSo you can say that clim
    ate is what you expect, and weather is what you get. Let me know if you would like me to add some ex
    amples or make it shorter."},{"role":"user","content":"Thanks, that was really helpful! Which one o
    f them should I write about first, and how long should it be?"}],{"product":{"name":"Wireless Headph
    ones","price":79.99,"currency":"EUR","inStock":true},"reviews":[{"stars":5,"text":"I love these! Th
    e sound is great, they are very comfortable and the battery lasts all day. I would buy them again an
    d recommend them to anyone who is looking for something good at a low price."},{"stars":2,"text":"No
    t what I expected. They looked nice in the picture, but after two weeks the left side stopped workin
    g and nobody answered when I called the store. I had to send them back and I'm still waiting for m
    y money."},{"stars":4,"text":"Works as described. It was a gift for my daughter's birthday and she u
    ses it all the time, both at home and when she goes out with her friends."}]},{"level":"ERROR","time
    ":"2024-05-17T23:12:09.481+02:00","logger":"com.example.service.OrderHandler","thread":"http-worker-
    3","message":"Failed to process request: connection refused (host=10.0.4.17, port=5432)","trace":"ja
    va.lang.IllegalStateException: could not open connection\n\tat com.example.db.Pool.acquire(Pool.java
    :118)\n\tat com.example.service.OrderHandler.handle(OrderHandler.java:64)\n"},{"level":"INFO","time"
    :"2024-05-17T23:12:11.002+02:00","logger":"com.example.service.Main","thread":"main","message":"Serv
    er started on port 8080 in 1.73 seconds"},{"level":"WARN","time":"2024-05-17T23:14:52.660+02:00","lo
    gger":"com.example.auth.Session","thread":"http-worker-1","message":"User 48213 has been logged ou
    t because the token has expired"},{"object":"list","has_more":false,"url":"/v1/items","data":[{"id":
    "8f14e45f-ceea-467f-a9b2-3c6d0e5b7a19","object":"item","amount":2500,"status":"succeeded","paid":tru
    e,"failure_code":null,"description":"Invoice 2024-0117 for two hours of work","metadata":{}},{"id":"
    c9f0f895-fb98-4b91-8d3a-71e2a4c6508b","object":"item","amount":1999,"status":"pending","paid":false,
    "failure_code":null,"description":"Monthly subscription","metadata":{"order_id":"6735"}}]},{"commits
    ":[{"sha":"3c59dc048e8850243be8079a5c74d079b1ea4e57","message":"Fix a bug where the wrong file was o
    pened if the name had a space in it (#1284)\n\nThe path was not quoted. Also add a test for this an
    d remove some code that is no longer used.","files":["src/main/index.ts","src/lib/utils/path.test.ts
    ","package.json","README.md"]},{"sha":"b6d767d2f8ed5d21a44b0e5886680cb9e3f70d14","message":"Update d
    ependencies and improve error handling","files":["docs/getting_started.md","lib/core/config.py"]}]},
    {"description":"The value that should be returned when the key does not exist. Defaults to an empt
    y string. This field is deprecated and will be removed in a future version; use options instead.","t
    ype":"string","nullable":true,"minLength":1,"maxLength":255,"enum":["none","low","medium","high"],"d
    efault":"none","readOnly":false},{"description":"A list of all the objects that belong to the curren
    t user, sorted by the date on which they were last changed. Only the first 100 are returned unles
    s a larger limit is set. See the documentation for more information about how to use this resource a
    nd which permissions it needs.","type":"array","items":{"$ref":"#/components/schemas/Object"},"requi
    red":["id","name"]},{"city":"San Francisco","state":"CA","country":"US","lat":37.7749,"lon":-122.419
    4,"population":873965,"timezone":"America/Los_Angeles","weather":[{"date":"2024-06-01","min":11.2,"m
    ax":18.9,"rain":0,"summary":"Mostly sunny with light winds from the west"},{"date":"2024-06-02","min
    ":10.8,"max":17.4,"rain":1.5,"summary":"Cloudy in the morning, some rain later in the day"}]},{"firs
    t_name":"Anna","last_name":"Miller","phone":"+1-202-555-0147","address":{"street":"221 North Main St
    reet","city":"Springfield","zip":"62701"},"birthday":"1987-04-23","active":true,"notes":"She asked u
    s to call back on Monday after three o'clock. Her husband David will be there too. They want to kno
    w whether the house near the lake is still for sale and how much it would cost to build a new kitche
    n."},{"abstract":"In this paper we present a new method for the analysis of large networks. Our resu
    lts show that the proposed approach is both faster and more accurate than previous models, and tha
    t it can be applied to a wide range of problems in physics, biology and the social sciences. We als
    o discuss its limits, and how it is related to earlier work on the structure of random systems.","ye
    ar":2022,"volume":"18","pages":"205-231","doi":"10.1000/182"},{"text":"He was born in the north of E
    ngland in 1851, the third son of a teacher, and moved to New York when he was still a child. Durin
    g the war he served as an officer under General Brown; after that he studied law and became a membe
    r of the government. His most famous book, written with his wife between 1889 and 1893, is about th
    e history of the great rivers of South America. He died in his home near London at the age of 76."},
    {"menu":{"save":"Save changes","cancel":"Cancel","delete":"Delete this file?","error":"Something wen
    t wrong. Please try again later.","welcome":"Welcome back, {name}!","items":{"one":"{count} item","o
    ther":"{count} items"},"signIn":"Sign in to continue","forgot":"Forgot your password?"}},{"src":"htt
    ps://cdn.example.org/images/2024/05/a1b2c3d4_large.jpg?width=640&height=480","href":"http://www.exam
    ple.net/blog/2024/05/17/index.html","html":"<a href=\"https://example.com/search?q=test&amp;page=2\
    " class=\"link\">Next &raquo;</a>","size":48213,"type":"image/jpeg","hash":"sha256-47DEQpj8HBSa+/TIm
    W+5JCeuQeRkm5NMpJWZG3hSuFU="}]
    """#
}
